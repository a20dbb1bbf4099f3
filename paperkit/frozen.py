"""Records that are made by the thousand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """A slotted dataclass, kept frozen by the type checker: kept so at run time it takes four times longer to make."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
