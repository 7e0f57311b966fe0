"""What figures are made of: Vega-Lite, with their data inside.

No column may be called `count`: Vega counts the rows of each line under that name, and of lines with equally many it then
draws the last one only.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import altair as alt

from ._table import Table

LOG = alt.Scale(type="log")
SHARE = alt.Scale(domain=[0, 1])
# More marks than this hide their line, and fill the picture's file with names for each.
MOST_MARKS = 250


@dataclass(frozen=True)
class Figure:
    """A plot and the table of its points."""

    table: Table
    chart: Any
    """A chart of Altair, without a title."""
    subtitle: str | None = None
    """What the study is about, below the title."""

    def spec(self) -> dict[str, Any]:
        """The plot as Vega-Lite."""
        with alt.data_transformers.enable(consolidate_datasets=False):
            title = alt.Title(self.table.title, subtitle=self.subtitle) if self.subtitle else self.table.title
            spec: dict[str, Any] = self.chart.properties(title=title).to_dict()
        return spec

    def json(self) -> str:
        """The plot as the text of a file."""
        text = json.dumps(self.spec(), indent=1, ensure_ascii=False)
        # A point is a line.
        return re.sub(r"\{[^{}\[\]]*\}", lambda flat: re.sub(r"\n *", " ", flat[0]), text) + "\n"

    def svg(self) -> str:
        """The plot as a picture. Needs ``vl-convert-python``."""
        try:
            import vl_convert
        except ImportError:
            raise ImportError("pictures need vl-convert-python: pip install 'minclue[analysis]'") from None
        version = ".".join(alt.SCHEMA_VERSION.removeprefix("v").split(".")[:2])
        svg: str = vl_convert.vegalite_to_svg(self.spec(), vl_version=version)
        return svg + "\n"

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        """For notebooks: front ends draw the plot, or else show the picture."""
        major = alt.SCHEMA_VERSION.removeprefix("v").split(".")[0]
        return {
            f"application/vnd.vegalite.v{major}+json": self.spec(),
            "image/svg+xml": self.svg(),
            "text/plain": self.table.title,
        }


def data(table: Table) -> Any:
    """The rows of a table as the data of a plot."""
    return alt.InlineData(values=table.points())


def field(table: Table, name: str, kind: str = "quantitative", **more: Any) -> dict[str, Any]:
    """A column as a channel of a plot, under the title that it has in the table."""
    return {"field": name, "type": kind, "title": table.columns[name][1], **more}


def in_order(table: Table, name: str) -> dict[str, Any]:
    """A column of names in the order of the table rather than of the alphabet. The names are listed, since facets that
    are not sorted are drawn one over the other."""
    names = list(dict.fromkeys(point[name] for point in table.points()))
    return field(table, name, "nominal", sort=names)


def facet(table: Table, name: str) -> Any:
    """Side by side for each value of a column."""
    return alt.Column(**{**in_order(table, name), "title": None})


def lines(table: Table, x: dict[str, Any], y: dict[str, Any], color: dict[str, Any], interpolate: str = "linear") -> Any:
    """Lines of one table, one for each value of column ``color``; with a mark for each point, where these are few."""
    tooltip = [alt.Tooltip(field=name) for name in table.columns]
    chart = alt.Chart(data(table), width=360, height=260)
    is_marked = len(table.frame) <= MOST_MARKS
    chart = chart.mark_line(interpolate=interpolate, point=is_marked)  # type: ignore[arg-type]
    return chart.encode(x=alt.X(**x), y=alt.Y(**y), color=alt.Color(**color), tooltip=tooltip)
