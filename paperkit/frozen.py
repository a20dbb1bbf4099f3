"""Records that are made by the thousand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """A slotted dataclass, frozen for the type checker alone: held at run time it would take four times as long to make."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
