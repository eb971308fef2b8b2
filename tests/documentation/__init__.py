"""Pages of the documentation that are made from the rulebooks. ``./run golden`` writes them anew; a test compares."""

from pathlib import Path

from croupier.play.banked.flow import folded_scopes
from croupier.play.gaps import gaps
from croupier.play.rulings import RulingError, ask
from croupier.rulebooks import all_games, banked_games, load, load_banked
from croupier.rules.banked import BankedGame
from croupier.rules.settling import NO_HAND, Comparison

PAGE = Path(__file__).parents[2] / "docs" / "irregularities.md"
BEGIN, END = "<!-- made from the rulebooks: begin -->", "<!-- made from the rulebooks: end -->"

QUESTIONS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("two cards exposed, nobody has seen theirs", "cards_exposed", {"count": "2", "seen": "no", "whose": "player"}),
    ("two cards exposed, somebody has seen theirs", "cards_exposed", {"count": "2", "seen": "yes", "whose": "player"}),
    ("absent before their decision", "player_absent", {"stage": "before_decision"}),
    ("absent after the Flop wager", "player_absent", {"stage": "after_flop"}),
    ("power failure, an outcome established", "interruption", {"outcome": "established"}),
    ("power failure, none established", "interruption", {"outcome": "none"}),
    ("hand not shown, the Dealer qualifies", "hand_not_shown", {"dealer_qualifies": "yes"}),
    ("hand not shown, the Dealer does not", "hand_not_shown", {"dealer_qualifies": "no"}),
    ("no card was burnt, nobody has seen theirs", "burn_missed", {"seen": "no", "reconstructable": "yes"}),
    ("jackpot system down, somebody has seen theirs", "jackpot_system_down", {"seen": "yes"}),
)


def _cell(game: BankedGame, irregularity: str, facts: dict[str, str]) -> str:
    try:
        ruled = ask(game, irregularity, facts)
    except RulingError:
        return "cannot happen"
    steps = ", then ".join(step.replace("_", " ") for step in (ruled.ruling, *ruled.then))
    return f"{steps} ({', '.join(ruled.cites)})"


def _folded(game: BankedGame) -> str:
    """What a folded hand's jackpot wager can still win."""
    method = next(iter(game.rounds))
    scopes = sorted(scope.value for scope in folded_scopes(game, method))
    words = {"hand": "its own cards' awards", "community": "community prizes"}
    hand = Comparison(
        folded=True,
        shown=True,
        own=NO_HAND,
        dealer=NO_HAND,
        hole=(),
        dealer_hole=(),
        community=(),
        dealing=method,
        parameters={},
    )
    cite = next(right.cites[0] for right in game.jackpot.rights if right.when(hand))
    return f"{' and '.join(words[one] for one in scopes) or 'nothing'} ({cite})"


def table() -> str:
    """The same irregularity, ruled side by side.

    Of the games against the House only: the poker room has irregularities and facts of its own.
    """
    games = [load_banked(name) for name in banked_games()]
    head = "| what happened | " + " | ".join(f"`{game.name}`" for game in games) + " |"
    lines = [head, "| --- " * (len(games) + 1) + "|"]
    for title, irregularity, facts in QUESTIONS:
        lines.append(f"| {title} | " + " | ".join(_cell(game, irregularity, facts) for game in games) + " |")
    lines.append("| a folded hand's jackpot wager can win | " + " | ".join(map(_folded, games)) + " |")
    return "\n".join(lines)


def counts() -> str:
    """How much of each document was compared, and what was found."""
    lines = [
        "| | paragraphs | combinations | uncovered | contradicted | overlaps | interpretations |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in all_games():
        found = gaps(load(name))
        compared = (found.compared.paragraphs, found.compared.combinations)
        listed = (found.uncovered, found.contradicted, found.overlaps, found.interpreted)
        lines.append(f"| `{name}` | " + " | ".join(map(str, (*compared, *map(len, listed)))) + " |")
    return "\n".join(lines)


def renewed() -> str:
    """The page with its tables made anew."""
    before, *parts = PAGE.read_text(encoding="utf-8").split(BEGIN)
    made = zip((counts(), table()), parts, strict=True)
    return before + "".join(f"{BEGIN}\n\n{one}\n\n{END}{part.partition(END)[2]}" for one, part in made)
