"""Interrupts of rulesets that are at work in a thread of the engine."""

from __future__ import annotations

import ctypes


def raise_in(ident: int) -> None:
    """Raises `KeyboardInterrupt` in the thread with this identifier."""
    target = ctypes.c_ulong(ident)
    error = ctypes.py_object(KeyboardInterrupt)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(target, error)
