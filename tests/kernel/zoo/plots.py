"""Figures: their titles, labels, ranges and series."""

from __future__ import annotations

import pandas as pd

from tests.kernel.zoo import animal


def _axes():
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4))
    axes = figure.subplots()
    axes.plot([0, 1, 2], [5, 6, 7], label="speed")
    axes.scatter([1, 2], [5, 5], label="stops")
    axes.set(title="Trip", xlabel="hour", ylabel="km/h", xlim=(0, 2))
    return figure, axes


@animal("matplotlib", "Figure", "6 x 4 in", "Trip", "hour", "km/h", "speed", "3 points",
        "stops", needs="matplotlib")  # fmt: skip
def figure():
    """Draw two series."""
    return _axes()[0]


@animal("matplotlib", "Axes", "Trip", "x hour 0.0 to 2.0", "y km/h", "speed",
        needs="matplotlib")  # fmt: skip
def axes():
    """Give the axes of it."""
    return _axes()[1]


@animal("matplotlib", "Axes", "bars", "3", needs="matplotlib")
def bars():
    """Draw bars."""
    from matplotlib.figure import Figure

    found = Figure().subplots()
    found.bar(["a", "b", "c"], [1, 2, 3], label="bars")
    return found


@animal("matplotlib", "ndarray (2, 3) object", "Axes", needs="matplotlib")
def grid():
    """Make a grid of axes."""
    from matplotlib.figure import Figure

    return Figure().subplots(2, 3)


@animal("matplotlib", "Figure", "2 axes", "Left", "Right", "Both", needs="matplotlib")
def two_axes():
    """Make two axes under one title."""
    from matplotlib.figure import Figure

    found = Figure()
    left, right = found.subplots(1, 2)
    left.set_title("Left")
    right.set_title("Right")
    found.suptitle("Both")
    return found


@animal("matplotlib", "Line2D", "speed", "3 points", needs="matplotlib")
def line():
    """Give a line."""
    return _axes()[1].lines[0]


@animal("plotly", "Figure", "2 traces", "Sales", "scatter", "north", "bar", "day",
        needs="plotly")  # fmt: skip
def plotly_figure():
    """Draw with plotly."""
    import plotly.graph_objects as go

    found = go.Figure([go.Scatter(x=[1, 2], y=[3, 4], name="north"), go.Bar(y=[1])])
    found.update_layout(title="Sales", xaxis_title="day")
    return found


@animal("altair", "Chart", "mark point", "x a", "y b", "2 rows", needs="altair")
def altair_chart():
    """Draw with altair."""
    import altair as alt

    data = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
    return alt.Chart(data).mark_point().encode(x="a", y="b")


@animal("altair", "LayerChart", "2 layers", needs="altair")
def altair_layers():
    """Lay two charts over each other."""
    import altair as alt

    base = alt.Chart("data.csv").encode(x="a:Q")
    return base.mark_line() + base.mark_bar()


@animal("pillow", "640 x 480 pixels", "RGB", needs="PIL")
def picture():
    """Make an image."""
    from PIL import Image

    return Image.new("RGB", (640, 480))


@animal("pillow", "3 x 2 pixels", "PNG", "dot.png", needs="PIL")
def opened_picture():
    """Open an image whose pixels are not loaded yet."""
    import tempfile
    from pathlib import Path

    from PIL import Image

    place = Path(tempfile.mkdtemp()) / "dot.png"
    Image.new("L", (3, 2)).save(place)
    return Image.open(str(place))


@animal("ipywidgets", "IntSlider", "description='n'", "value=3", "max=9",
        needs="ipywidgets")  # fmt: skip
def slider():
    """Make a slider."""
    import ipywidgets

    return ipywidgets.IntSlider(3, max=9, description="n")


@animal("ipywidgets", "Dropdown", "value='b'", "options=('a', 'b')",
        needs="ipywidgets")  # fmt: skip
def dropdown():
    """Make a list to choose from."""
    import ipywidgets

    return ipywidgets.Dropdown(options=["a", "b"], value="b")


@animal("ipywidgets", "VBox of 2 widgets", needs="ipywidgets")
def box():
    """Put two widgets into a box."""
    import ipywidgets

    return ipywidgets.VBox([ipywidgets.Button(), ipywidgets.Text()])
