"""The folder of what comes with paperkit for agents."""

from __future__ import annotations

from pathlib import Path

SHIPPED = Path(__file__).parent
