"""House policies: what a table may be set to, and the sentence for what it may not."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.money import MOST, Rate
from croupier.rulebooks import load_banked
from croupier.rules.banked import BankedPolicy, PolicyError, read_banked_policy
from croupier.rules.terms import Limits
from tests.sitting import HOUSE_GAMES

STUD = "rws-casino-stud"
HOLDEM = "rws-progressive-texas-holdem"
BONUS = "mbs-texas-holdem-bonus-progressive"


def read(given: Mapping[str, Any], game: str = STUD) -> BankedPolicy:
    return read_banked_policy(load_banked(game), given)


def refused(given: Mapping[str, Any], game: str = STUD) -> str:
    with pytest.raises(PolicyError) as raised:
        read(given, game)
    return str(raised.value)


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_defaults(game: str) -> None:
    policy = read({}, game)
    assert (policy.minimum, policy.maximum) == (2_500, 500_000)
    assert policy.limits(Limits.BONUS) == (2_500, 500_000)
    assert (policy.chips, policy.lowest_chip) == ((500, 2_500, 10_000, 50_000, 100_000), 500)
    assert policy.boxes == 7
    assert (policy.jackpot_wager, policy.seed) == (500, 5_000_000)
    assert policy.rate == Rate(700_000)


@pytest.mark.parametrize(
    ("game", "first", "other"),
    [
        ("rws-casino-stud", "shoe", "shuffler"),
        ("rws-multi-link-casino-stud", "shoe", "shuffler"),
        ("rws-progressive-texas-holdem", "shoe", "shuffler"),
        ("mbs-texas-holdem-bonus-progressive", "automated", "manual"),
    ],
)
def test_dealing_is_the_first_method_unless_another_is_chosen(game: str, first: str, other: str) -> None:
    assert read({}, game).dealing == first
    assert read({"dealing": ""}, game).dealing == first
    assert read({"dealing": first}, game).dealing == first
    assert read({"dealing": other}, game).dealing == other
    assert refused({"dealing": "by hand"}, game) == f"policy.dealing: must be one of {first}, {other}"


@pytest.mark.parametrize(("game", "fewest"), [(STUD, 1), ("rws-multi-link-casino-stud", 1), (HOLDEM, 1), (BONUS, 4)])
def test_boxes_below_at_and_above(game: str, fewest: int) -> None:
    assert read({"boxes": fewest}, game).boxes == fewest
    assert read({"boxes": 7}, game).boxes == 7
    for boxes in (fewest - 1, 8):
        sentence = refused({"boxes": boxes}, game)
        assert sentence.startswith(f"policy.boxes: {game} is laid out for {fewest} to 7 boxes")
        assert load_banked(game).boxes.cite in sentence


@pytest.mark.parametrize(("most", "boxes"), [(6, 6), (7, 7), (9, 7)])
def test_a_document_of_fewer_than_seven_boxes_has_as_many_as_it_is_laid_out_for(most: int, boxes: int) -> None:
    game = load_banked(STUD)
    laid_out = replace(game, boxes=replace(game.boxes, most=most))
    assert read_banked_policy(laid_out, {}).boxes == boxes


@pytest.mark.parametrize("field", ["minimum", "maximum", "bonus_minimum", "bonus_maximum", "jackpot_wager"])
def test_amounts_below_at_and_above(field: str) -> None:
    low = {"minimum": 1, "maximum": MOST}
    assert getattr(read({**low, field: 1} if field != "maximum" else {"minimum": 1, "maximum": 1}), field) == 1
    assert getattr(read({**low, field: MOST}), field) == MOST
    for amount in (0, -1):
        assert refused({**low, field: amount}) == f"policy.{field}: must be positive"
    assert refused({**low, field: MOST + 1}) == f"policy.{field}: must be at most {MOST} cents"


def test_a_seed_may_be_nothing() -> None:
    assert read({"seed": 0}).seed == 0
    assert read({"seed": MOST}).seed == MOST
    assert refused({"seed": -1}) == "policy.seed: must not be negative"
    assert refused({"seed": MOST + 1}) == f"policy.seed: must be at most {MOST} cents"


def test_the_minimum_is_not_above_the_maximum() -> None:
    assert read({"minimum": 2_500, "maximum": 2_501}).maximum == 2_501
    assert read({"minimum": 2_500, "maximum": 2_500}).maximum == 2_500
    assert refused({"minimum": 2_500, "maximum": 2_499}) == "policy.minimum: must not be above policy.maximum"


def test_bonus_limits_are_the_antes_unless_set() -> None:
    assert read({"minimum": 1_000, "maximum": 9_000}, HOLDEM).limits(Limits.BONUS) == (1_000, 9_000)
    assert read({"bonus_minimum": 500}, HOLDEM).limits(Limits.BONUS) == (500, 500_000)
    assert read({"bonus_maximum": 5_000}, HOLDEM).limits(Limits.BONUS) == (2_500, 5_000)
    assert read({"bonus_minimum": 500, "bonus_maximum": 500}, HOLDEM).limits(Limits.BONUS) == (500, 500)
    assert read({"bonus_minimum": None}, HOLDEM).limits(Limits.BONUS) == (2_500, 500_000)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"bonus_minimum": 501, "bonus_maximum": 500}, "policy.bonus_minimum: must not be above policy.bonus_maximum"),
        (
            {"bonus_minimum": 500_001},
            "policy.bonus_minimum: must not be above policy.maximum, which applies to the Bonus too",
        ),
        (
            {"bonus_maximum": 2_499},
            "policy.bonus_maximum: must not be below policy.minimum, which applies to the Bonus too",
        ),
    ],
)
def test_the_bonus_minimum_is_not_above_the_bonus_maximum(given: dict[str, int], sentence: str) -> None:
    assert refused(given, HOLDEM) == sentence
    assert read({**given, "minimum": 1, "maximum": MOST, "bonus_minimum": 1}, HOLDEM).limits(Limits.BONUS)[0] == 1


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"minimum": 0}, "policy.minimum: must be positive"),
        ({"minimum": 600_000}, "policy.minimum: must not be above policy.maximum"),
        ({"maximum": MOST + 1}, f"policy.maximum: must be at most {MOST} cents"),
        ({"minimum": MOST + 1, "maximum": MOST}, f"policy.minimum: must be at most {MOST} cents"),
        ({"bonus_maximum": MOST + 1}, f"policy.bonus_maximum: must be at most {MOST} cents"),
        ({"bonus_minimum": 10**30}, "policy.bonus_minimum"),
    ],
)
@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_a_refused_amount_is_named_as_it_was_given(game: str, given: dict[str, int], sentence: str) -> None:
    """Never by the name of a Bonus limit that follows the Ante's."""
    assert refused(given, game).startswith(sentence)


def test_chips() -> None:
    assert read({"chips": [2_500, 100]}).lowest_chip == 100
    assert read({"chips": (1,)}).chips == (1,)
    assert read({"chips": [MOST]}).chips == (MOST,)
    assert refused({"chips": []}) == "policy.chips: a table needs at least one denomination"
    assert refused({"chips": [500, 0]}) == "policy.chips[1]: must be positive"
    assert refused({"chips": [MOST + 1]}) == f"policy.chips[0]: must be at most {MOST} cents"


@pytest.mark.parametrize(("text", "millionths"), [("0", 0), ("0.000001", 1), ("0.70", 700_000), ("1", 10**6)])
def test_a_contribution_is_a_share(text: str, millionths: int) -> None:
    assert read({"contribution": text}).rate == Rate(millionths)


@pytest.mark.parametrize(
    "text",
    ["1.000001", "2", "-0.1", "0.7000000", ".7", "1.", "", "70%", "0,7", " 0.7", "1e-1", "\u0660.\u0667", "x" * 1000],
)
def test_a_contribution_that_is_none(text: str) -> None:
    sentence = refused({"contribution": text})
    assert sentence.startswith("policy.contribution: ")
    assert len(sentence) < 120


@pytest.mark.parametrize("given", ["1.000000", "1.0", "0.999999"])
def test_a_contribution_up_to_the_whole(given: str) -> None:
    assert read({"contribution": given}).contribution == given


@pytest.mark.parametrize("game", HOUSE_GAMES)
@pytest.mark.parametrize("key", ["minimun", "rake", "Minimum", "min", "", "rate", "lowest_chip"])
def test_unknown_names(game: str, key: str) -> None:
    assert refused({key: 1}, game) == f"policy: {game} has no policy named {key!r}"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(
            (field, value)
            for field in ("minimum", "maximum", "jackpot_wager", "seed", "boxes")
            for value in ("5", None)
        ),
        ("minimum", 25.5),
        ("minimum", True),
        ("boxes", 6.0),
        ("bonus_minimum", "5"),
        ("bonus_maximum", [5]),
        ("chips", 500),
        ("chips", "500"),
        ("chips", ["500"]),
        ("chips", [None]),
        ("dealing", 1),
        ("dealing", None),
        ("contribution", 0.7),
        ("contribution", None),
    ],
)
def test_wrong_types_are_refused_by_name(field: str, value: object) -> None:
    sentence = refused({field: value})
    assert sentence.startswith("policy")
    assert field in sentence


def test_whole_floats_are_no_amounts() -> None:
    assert "minimum" in refused({"minimum": 2_500.0})


def test_a_parameter_of_one_game_is_a_policy_of_its_tables() -> None:
    assert read({}, BONUS).parameters == {"bonus_on_losing_hand": "settles"}
    for value in ("settles", "loses"):
        assert read({"bonus_on_losing_hand": value}, BONUS).parameters == {"bonus_on_losing_hand": value}
        assert read({"parameters": {"bonus_on_losing_hand": value}}, BONUS).parameters == {
            "bonus_on_losing_hand": value
        }


def test_a_parameter_given_twice_must_be_given_alike() -> None:
    def twice(above: str, inside: str) -> dict[str, Any]:
        return {"bonus_on_losing_hand": above, "parameters": {"bonus_on_losing_hand": inside}}

    assert read(twice("loses", "loses"), BONUS).parameters == {"bonus_on_losing_hand": "loses"}
    for above, inside in (("loses", "settles"), ("settles", "loses")):
        sentence = f"policy.bonus_on_losing_hand: is given twice, as '{above}' and in policy.parameters as '{inside}'"
        assert refused(twice(above, inside), BONUS) == sentence


@pytest.mark.parametrize("value", ["wins", "", None, 1, ["loses"]])
def test_a_parameter_takes_its_values_only(value: object) -> None:
    sentence = "policy.bonus_on_losing_hand: must be one of settles, loses"
    assert refused({"bonus_on_losing_hand": value}, BONUS) == sentence
    assert refused({"parameters": {"bonus_on_losing_hand": value}}, BONUS) == sentence


@pytest.mark.parametrize("game", [game for game in HOUSE_GAMES if game != BONUS])
def test_a_parameter_of_another_game_is_unknown(game: str) -> None:
    sentence = f"policy: {game} has no policy named 'bonus_on_losing_hand'"
    assert refused({"bonus_on_losing_hand": "loses"}, game) == sentence
    assert refused({"parameters": {"bonus_on_losing_hand": "loses"}}, game) == sentence
    assert "bonus_on_losing_hand" not in read({}, game).parameters


@pytest.mark.parametrize("given", [None, 3, "loses", ["bonus_on_losing_hand"]])
def test_parameters_that_are_no_table_are_refused(given: object) -> None:
    assert "parameters" in refused({"parameters": given}, BONUS)


def test_a_policy_that_was_read_reads_the_same_again() -> None:
    import msgspec

    policy = read({"boxes": 5, "minimum": 500, "bonus_on_losing_hand": "loses", "dealing": "manual"}, BONUS)
    assert read(msgspec.to_builtins(policy), BONUS) == policy
