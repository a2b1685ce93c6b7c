"""The card table: for notebooks a widget, `Table`; for a page the same `Sitting`, without Jupyter."""

from typing import TYPE_CHECKING, Any

from cardlib.widget.sitting import Sitting

if TYPE_CHECKING:
    from cardlib.widget.panel import Practice
    from cardlib.widget.table import Table

__all__ = ["Practice", "Sitting", "Table"]


def __getattr__(name: str) -> Any:
    """`Table` on first use: a page has no anywidget and needs none."""
    if name == "Table":
        from cardlib.widget.table import Table  # noqa: PLC0415

        return Table
    if name == "Practice":
        from cardlib.widget.panel import Practice  # noqa: PLC0415

        return Practice
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
