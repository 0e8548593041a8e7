"""The plot of simulated tournaments: what each format finds of the order of strength, beside as many random draws."""

import io
from collections.abc import Sequence
from statistics import fmean, quantiles

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from referee.export.charts import COLOURS
from tests.oracles.simulation import Found, Outcome


def plotted(outcomes: Sequence[Outcome]) -> str:
    """Return the plot as SVG."""
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "tournaments", "font.family": "sans-serif"})
    figure = Figure(figsize=(9, 0.6 * len(outcomes) + 1.8), layout="constrained")
    figure.get_layout_engine().set(wspace=0.08)
    taus, wins = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
    for row, outcome in enumerate(outcomes):
        for above, some, colour in ((-0.14, outcome.drawn, COLOURS[0]), (0.14, outcome.chance, COLOURS[1])):
            _taus(taus, row + above, some, colour)
            _wins(wins, row + above, some, colour)
    names = [f"{outcome.name}\n{outcome.rounds:.3g} rounds" for outcome in outcomes]
    taus.set_yticks(range(len(outcomes)), names)
    taus.set_ylim(len(outcomes) - 0.5, -0.5)
    taus.set_xlabel("Kendall's tau of the final order with the true one\n(dot: mean; line: four in five tournaments)")
    wins.set_xlabel("how often the best player wins\n(line: two standard errors)")
    taus.set_xlim(0, 1)
    wins.set_xlim(0, 1)
    wins.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    for axes in (taus, wins):
        axes.grid(axis="x", alpha=0.2)
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(axis="y", length=0)
    named = [taus.plot([], [], "o", color=colour)[0] for colour in COLOURS[:2]]
    labels = ["as the format draws", "as many rounds, all at tables by chance"]
    figure.legend(named, labels, loc="outside upper center", ncols=2, frameon=False)
    drawn = io.StringIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    return drawn.getvalue()


def _taus(axes: Axes, at: float, some: Sequence[Found], colour: str) -> None:
    tenths = quantiles((each.tau for each in some), n=10)
    axes.plot([tenths[0], tenths[-1]], [at, at], color=colour, linewidth=2, alpha=0.5)
    axes.plot([fmean(each.tau for each in some)], [at], "o", color=colour)


def _wins(axes: Axes, at: float, some: Sequence[Found], colour: str) -> None:
    share = fmean(each.best_won for each in some)
    error = 2 * (share * (1 - share) / len(some)) ** 0.5
    axes.plot([share - error, share + error], [at, at], color=colour, linewidth=2, alpha=0.5)
    axes.plot([share], [at], "o", color=colour)
