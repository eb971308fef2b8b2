"""The command line. Each command imports what it needs, so that ``--help`` costs next to nothing."""

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import typer

app = typer.Typer(
    name="croupier",
    help="Casino poker games, run exactly as their approved documents say.",
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _begun_games(incomplete: str) -> list[str]:
    """Return the games whose names begin so, for a shell's completion."""
    from croupier.rulebooks import all_games

    return [name for name in all_games() if name.startswith(incomplete)]


GameName = Annotated[str, typer.Argument(help="A game, or the beginning of its name.", autocompletion=_begun_games)]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
Anchors = Annotated[
    str, typer.Option("--anchor", help="The file with the anchors, best on another disk; beside the key when left out.")
]
HouseKeys = Annotated[
    list[str] | None,
    typer.Option(
        "--house-key",
        metavar="FILE",
        help="For the House alone: its own key file, to open sealed decks and to sign a checkpoint.",
    ),
]
WitnessFiles = Annotated[
    list[str] | None,
    typer.Option("--witness", metavar="FILE", help="A witness's own file: shows a cut or forked record."),
]
WitnessKeys = Annotated[
    list[str] | None,
    typer.Option(
        "--witness-key",
        metavar="FILE|FINGERPRINT",
        help="A witness's public key, as it published it; may be repeated. Its file alone does not vouch for it.",
    ),
]
Receipts = Annotated[
    list[str] | None,
    typer.Option("--receipt", metavar="FILE", help="A Player's receipt: does the record contain what it says?"),
]
By = Annotated[list[str], typer.Option("--by", help="Who signs; twice, for two people.")]
Database = Annotated[str, typer.Option("--db", help="The floor's database: a URL, or the path of an SQLite file.")]
Why = Annotated[str, typer.Option("--reason", help="Why; it stays on record.")]
Processes = Annotated[bool, typer.Option("--processes", help="Use processes, as the engine needs to.")]
Dask = Annotated[str, typer.Option("--dask", help="Use the workers of the Dask scheduler at this address.")]
Checkpoint = Annotated[str, typer.Option("--checkpoint", help="Keep in this file how far the run is.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint.")]
Csv = Annotated[str, typer.Option("--csv", help="Write the result as CSV, into this file.")]
Parquet = Annotated[str, typer.Option("--parquet", help="Write the result as Parquet, into this file.")]
Html = Annotated[str, typer.Option("--html", help="Write the result as a page with drawings, into this file.")]
Version = Annotated[str, typer.Option("--version", help="A version of the document; the one in force when left out.")]


def _show_version(asked: bool) -> None:
    if asked:
        from croupier.cli.doctor import installed_version

        print(f"croupier {installed_version()}")
        raise typer.Exit


@app.callback()
def croupier(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_show_version, help="The version of croupier."),
    ] = False,
) -> None:
    """Casino poker games, run exactly as their approved documents say."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def doctor(json: Json = False) -> None:
    """Say what is installed here, and what is missing, in a sentence each."""
    from croupier.cli.doctor import show_doctor

    raise typer.Exit(show_doctor(json=json))


@app.command()
def games(json: Json = False) -> None:
    """The games: document, version, effective date."""
    from croupier.cli.catalogue import show_games

    show_games(json=json)


@app.command()
def rules(
    game: GameName,
    paragraph: Annotated[
        str, typer.Argument(help="A paragraph such as 3.14.1, an interpretation such as I5, or an overlap such as O2.")
    ] = "",
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Count the paragraphs that are implemented and those that are missing.")
    ] = False,
    gaps: Annotated[
        bool,
        typer.Option(
            "--gaps",
            help="What the document leaves open, where its paragraphs conflict, and what depends on an interpretation.",
        ),
    ] = False,
    authority: Annotated[
        bool,
        typer.Option("--authority", help="The people who must stand behind an act, by what it touches and when."),
    ] = False,
    versions: Annotated[bool, typer.Option("--versions", help="The versions of the document.")] = False,
    diff: Annotated[
        tuple[str, str] | None, typer.Option("--diff", help="What changed between two versions: 6 7.")
    ] = None,
    version: Version = "",
    json: Json = False,
) -> None:
    """A document's paragraphs: how each is treated, in which code, under which tests."""
    from croupier.cli.catalogue import show_authority, show_coverage, show_rules, show_versions
    from croupier.cli.ruling import show_gaps

    if authority and (paragraph or coverage or gaps or versions or diff is not None):
        raise typer.BadParameter("--authority shows the whole table: use it without a paragraph or other options")
    if authority:
        show_authority(game, version, json=json)
        return
    if (versions or diff is not None) and (paragraph or coverage or gaps or version or (versions and diff)):
        raise typer.BadParameter(
            "--versions and --diff are about whole documents: use them without a paragraph or other options"
        )
    if versions:
        show_versions(game, json=json)
        return
    if diff is not None:
        from croupier.cli.differing import show_differences

        show_differences(game, *diff, json=json)
        return
    if gaps and (coverage or paragraph):
        raise typer.BadParameter("--gaps reads the whole document: use it without a paragraph or other options")
    if gaps:
        raise typer.Exit(show_gaps(game, version, json=json))
    if coverage and paragraph:
        raise typer.BadParameter("--coverage counts the whole document; leave the paragraph out")
    if coverage:
        show_coverage(game, version, json=json)
    else:
        show_rules(game, paragraph, version, json=json)


@app.command()
def rule(
    game: GameName,
    irregularity: Annotated[str, typer.Argument(help="What happened, such as cards_exposed.")] = "",
    fact: Annotated[list[str] | None, typer.Option("--fact", help="A fact, such as seen=yes; may be repeated.")] = None,
    list_: Annotated[bool, typer.Option("--list", help="Every irregularity with its facts.")] = False,
    search: Annotated[
        str, typer.Option("--search", help='What happened, in words of the floor: "dealer exposed a card".')
    ] = "",
    stage: Annotated[
        str,
        typer.Option(
            "--stage", help="How far the round has come: keying, open, outcome, settled or later (the next has begun)."
        ),
    ] = "",
    table: Annotated[
        str, typer.Option("--table", help="A table of the house in --db: its stage, its record and its boxes answer.")
    ] = "",
    db: Annotated[str, typer.Option("--db", help="The floor's database: a URL, or the path of an SQLite file.")] = "",
    house_key: Annotated[
        list[str] | None,
        typer.Option("--house-key", metavar="FILE", help="The House's key file, if it is not beside the database."),
    ] = None,
    box: Annotated[int | None, typer.Option("--box", min=1, help="At a table: the box or the seat.")] = None,
    wager: Annotated[str, typer.Option("--wager", help="At a table: the wager, such as ante.")] = "",
    amount: Annotated[
        int | None, typer.Option("--amount", min=0, help="At a table: the chips there, in cents.")
    ] = None,
    player: Annotated[str, typer.Option("--player", help="At a table: the Player.")] = "",
    cards: Annotated[str, typer.Option("--cards", help='At a table: the cards, such as "As Td".')] = "",
    floor: Annotated[
        str, typer.Option("--floor", metavar="FILE", help="The floor.toml that registers the House's document.")
    ] = "",
    document: Annotated[
        str,
        typer.Option("--document", metavar="FILE", help="The House's document, shown word for word."),
    ] = "",
    sha256: Annotated[str, typer.Option("--sha256", help="The registered digest of --document.")] = "",
    version: Version = "",
    json: Json = False,
) -> None:
    """The ruling a pit needs, with its paragraph."""
    from croupier.cli.about import About, Registered
    from croupier.cli.ruling import list_irregularities, search_irregularities, show_ruling

    if list_ + bool(irregularity) + bool(search) != 1:
        raise typer.BadParameter("name an irregularity, --search for one in your own words, or ask for the --list")
    if (fact or stage) and not irregularity:
        raise typer.BadParameter(f"{'--fact' if fact else '--stage'} is about an irregularity: name it")
    about = {"--box": box, "--wager": wager, "--amount": amount, "--player": player, "--cards": cards, "--db": db}
    given = next((name for name, value in about.items() if value not in {None, ""}), "")
    if (given and not table) or (table and not (db and irregularity)):
        raise typer.BadParameter(f"{given or '--table'} goes with an irregularity, --table and --db")
    if sha256 and not (document or floor):
        raise typer.BadParameter("--sha256 is the digest of a --document")
    if table and (stage or version):
        wrong = "--stage" if stage else "--version"
        raise typer.BadParameter(f"a table has its own stage and version: leave {wrong} out")
    if list_:
        list_irregularities(game, version, json=json)
    elif search:
        search_irregularities(game, search, version, json=json)
    else:
        at = About(table, db, tuple(house_key or ()), box, wager, amount, player, cards) if table else None
        registered = Registered(floor, document, sha256) if floor or document else None
        show_ruling(game, irregularity, fact or [], version, stage, at, registered, json=json)


@app.command()
def settle(
    file: Annotated[
        str, typer.Argument(help="A round as JSON, JSON lines (.jsonl) or notation (.toml); - reads it here.")
    ],
    lines: Annotated[bool, typer.Option("--lines", help="One round a line, one answer a line.")] = False,
    version: Annotated[
        str,
        typer.Option("--version", help="A version of the document; the round's own, or the one in force, if left out."),
    ] = "",
    json: Json = False,
) -> None:
    """Settle a recorded round: every wager, its result and its paragraphs."""
    from croupier.cli.settling import settle_file

    raise typer.Exit(settle_file(file, lines=lines, version=version, json=json))


@app.command()
def odds(
    game: GameName,
    pay: Annotated[
        list[str] | None,
        typer.Option("--pay", help="What if: a row of a pay table, such as bet.royal_flush=100; may be repeated."),
    ] = None,
    strategy: Annotated[str, typer.Option(help="How the Player decides; perfect when left out.")] = "",
    meter: Annotated[int | None, typer.Option(min=0, help="The jackpot's meter, in cents.")] = None,
    ante: Annotated[int | None, typer.Option(min=1, help="The Ante, in cents: payouts are capped.")] = None,
    jackpot_wager: Annotated[int | None, typer.Option(min=1, help="The jackpot wager, in cents.")] = None,
    exposed: Annotated[
        bool, typer.Option("--exposed", help="Casino Stud: what knowing more of the Dealer's cards would be worth.")
    ] = False,
    html: Annotated[str, typer.Option("--html", help="Write a PAR sheet as a page, into this file.")] = "",
    pdf: Annotated[str, typer.Option("--pdf", help="Write a PAR sheet for the printer, into this file.")] = "",
    xlsx: Annotated[str, typer.Option("--xlsx", help="Write a PAR sheet as a workbook, into this file.")] = "",
    decisions: Annotated[
        str,
        typer.Option("--decisions", help="Hold'em: perfect play on every board, as CSV (.gz), into this file."),
    ] = "",
    version: Version = "",
    json: Json = False,
) -> None:
    """The exact odds of a game: house edge, outcomes, strategies and what they cost, the jackpot."""
    from croupier.cli.odds import Asked, show_odds

    asked = Asked(pay or [], strategy, meter, ante, jackpot_wager, exposed, html, pdf, xlsx, decisions, version)
    raise typer.Exit(show_odds(game, asked, json=json))


@app.command()
def simulate(
    game: GameName,
    rounds: Annotated[int, typer.Option(help="How many rounds to play.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="A number; the same one deals the same cards.")] = 1,
    boxes: Annotated[int, typer.Option(help="How many boxes play, all from one deck.")] = 1,
    strategy: Annotated[str, typer.Option(help="How the Players decide; perfect when left out.")] = "",
    ante: Annotated[int | None, typer.Option(min=1, help="The Ante of every box, in cents.")] = None,
    side: Annotated[
        list[str] | None, typer.Option("--side", help="A side wager of every box, such as bonus=2500; may be repeated.")
    ] = None,
    jackpot_wager: Annotated[int, typer.Option(min=0, help="The jackpot wager of every box, in cents.")] = 0,
    meter: Annotated[int | None, typer.Option(min=0, help="What the meter shows at every award, in cents.")] = None,
    pay: Annotated[list[str] | None, typer.Option("--pay", help="What if: as for odds; may be repeated.")] = None,
    manner: Annotated[
        list[str] | None, typer.Option("--manner", help="The poker room: how a seat plays; once for every seat.")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="How many cores to use; all when left out.")] = None,
    processes: Processes = False,
    dask: Dask = "",
    checkpoint: Checkpoint = "",
    resume: Resume = False,
    csv: Csv = "",
    parquet: Parquet = "",
    html: Html = "",
    version: Version = "",
    json: Json = False,
) -> None:
    """Play rounds by the million, by chance: what they come to, beside what the exact odds expect."""
    from croupier.cli.results import Files
    from croupier.cli.simulating import Simulated
    from croupier.cli.simulating import simulate as simulated

    stakes = (ante, side or [], jackpot_wager, meter, pay or [], version)
    running = (workers, processes, dask, checkpoint, resume, Files(csv, parquet, html))
    asked = Simulated(game, rounds, seed, boxes, strategy, *stakes, *running, manner or [])
    raise typer.Exit(simulated(asked, json=json))


@app.command()
def design(
    game: Annotated[str, typer.Argument(help="A game, or the beginning of its name.")],
    edge: Annotated[float, typer.Option(help="The wanted house edge, such as 0.05.")],
    move: Annotated[
        list[str] | None, typer.Option("--move", help="What may move, such as bet.flush=4..7; may be repeated.")
    ] = None,
    hits: Annotated[float | None, typer.Option(help="In which share of rounds a Player is to end ahead.")] = None,
    deviation: Annotated[float | None, typer.Option(help="The wanted standard deviation, in Antes.")] = None,
    version: Version = "",
    json: Json = False,
) -> None:
    """Pay tables that come to a wanted house edge, hit frequency or volatility, each solved exactly."""
    from croupier.cli.designing import show_designs

    raise typer.Exit(show_designs(game, edge, hits, deviation, move or [], version, json=json))


@app.command()
def swings(
    game: GameName,
    tables: Annotated[int, typer.Option(help="How many tables play it.")] = 1,
    boxes: Annotated[int, typer.Option(help="How many boxes play at each, all from one deck.")] = 5,
    pace: Annotated[int, typer.Option(help="Rounds an hour at each table.")] = 30,
    days: Annotated[int, typer.Option(help="For how many days, of three shifts each.")] = 365,
    session: Annotated[int, typer.Option(help="How many rounds a Player stays.")] = 300,
    sessions: Annotated[int, typer.Option(help="How many sessions of a Player to play.")] = 10_000,
    bankroll: Annotated[int | None, typer.Option(min=1, help="What the Player brings, in cents; 40 Antes.")] = None,
    seed: Annotated[int, typer.Option(help="A number; the same one deals the same cards.")] = 1,
    strategy: Annotated[str, typer.Option(help="How the Players decide; perfect when left out.")] = "",
    ante: Annotated[int | None, typer.Option(min=1, help="The Ante of every box, in cents.")] = None,
    side: Annotated[
        list[str] | None, typer.Option("--side", help="A side wager of every box, such as bonus=2500; may be repeated.")
    ] = None,
    jackpot_wager: Annotated[int, typer.Option(min=0, help="The jackpot wager of every box, in cents.")] = 0,
    meter: Annotated[int | None, typer.Option(min=0, help="What the meter shows at every award, in cents.")] = None,
    workers: Annotated[int | None, typer.Option(help="How many cores to use; all when left out.")] = None,
    processes: Processes = False,
    dask: Dask = "",
    checkpoint: Checkpoint = "",
    resume: Resume = False,
    csv: Csv = "",
    parquet: Parquet = "",
    html: Html = "",
    version: Version = "",
    json: Json = False,
) -> None:
    """How a House and a Player swing: hold by shift, day and month, what caps save, and who goes broke."""
    from croupier.cli.results import Files
    from croupier.cli.simulating import Simulated
    from croupier.cli.swinging import Swung, show_swings

    stakes = (ante, side or [], jackpot_wager, meter, list[str](), version)
    running = (workers, processes, dask, checkpoint, resume, Files(csv, parquet, html))
    simulated = Simulated(game, 1, seed, boxes, strategy, *stakes, *running)
    raise typer.Exit(show_swings(simulated, Swung(tables, pace, days, sessions, session, bankroll), json=json))


@app.command()
def jackpot(
    games: Annotated[list[str], typer.Argument(help="Games and their tables on one link, such as rws-casino-stud:20.")],
    boxes: Annotated[int, typer.Option(help="How many jackpot wagers there are in a round.")] = 5,
    pace: Annotated[int, typer.Option(help="Rounds an hour at each table.")] = 30,
    hours: Annotated[int, typer.Option(help="For how many hours the tables play.")] = 8_760,
    seed: Annotated[int, typer.Option(help="A number; the same one deals the same cards.")] = 1,
    strategy: Annotated[str, typer.Option(help="How the Players decide; perfect when left out.")] = "",
    ante: Annotated[int | None, typer.Option(min=1, help="The Ante of every box, in cents.")] = None,
    jackpot_wager: Annotated[int | None, typer.Option(min=1, help="The jackpot wager, in cents.")] = None,
    begins: Annotated[int | None, typer.Option(min=0, help="What the meter starts from, in cents.")] = None,
    contribution: Annotated[str, typer.Option(help="The share of each wager that feeds it, such as 0.70.")] = "",
    followers: Annotated[
        int, typer.Option(min=0, help="On how many of the boxes a Player wagers on the jackpot only while it is high.")
    ] = 0,
    above: Annotated[
        int | None, typer.Option(min=0, help="What the meter must show for them, in cents; where they break even.")
    ] = None,
    sit: Annotated[bool, typer.Option("--sit", help="They play at all only then.")] = False,
    links: Annotated[int, typer.Option(help="How many such links, each with cards of its own.")] = 1,
    workers: Annotated[int | None, typer.Option(help="How many cores to use; all when left out.")] = None,
    processes: Processes = False,
    dask: Dask = "",
    checkpoint: Checkpoint = "",
    resume: Resume = False,
    csv: Csv = "",
    parquet: Parquet = "",
    html: Html = "",
    json: Json = False,
) -> None:
    """The life of a jackpot: what it is when it is won, how often that is, what to hold, beside its closed forms."""
    from croupier.cli.jackpots import Lived, show_life
    from croupier.cli.results import Files

    stakes = (ante, jackpot_wager, begins, contribution, followers, above, sit, links)
    running = (workers, processes, dask, checkpoint, resume, Files(csv, parquet, html))
    asked = Lived(games, boxes, pace, hours, seed, strategy, *stakes, *running)
    raise typer.Exit(show_life(asked, json=json))


@app.command()
def advise(
    game: GameName,
    cards: Annotated[str, typer.Argument(help="The Player's cards, such as 'As Kd 5c 3h 2s'.")],
    dealer: Annotated[
        str, typer.Option(help="The Dealer's face-up card, or more of the Dealer's cards if they are known.")
    ] = "",
    community: Annotated[str, typer.Option(help="The Community Cards dealt so far.")] = "",
    pay: Annotated[list[str] | None, typer.Option("--pay", help="What if: as for odds; may be repeated.")] = None,
    meter: Annotated[int | None, typer.Option(min=0, help="The jackpot's meter, in cents.")] = None,
    ante: Annotated[int | None, typer.Option(min=1, help="The Ante, in cents.")] = None,
    jackpot_wager: Annotated[int | None, typer.Option(min=1, help="The jackpot wager, in cents.")] = None,
    version: Version = "",
    json: Json = False,
) -> None:
    """The best decision for the cards given, and what each choice is worth."""
    from croupier.cli.odds import Asked, show_advice

    asked = Asked(pay or [], "", meter, ante, jackpot_wager, version=version)
    raise typer.Exit(show_advice(game, cards, dealer, community, asked, json=json))


@app.command()
def play(
    game: Annotated[
        str,
        typer.Argument(
            help="A game, or the beginning of its name; asked for when left out.", autocompletion=_begun_games
        ),
    ] = "",
    boxes: Annotated[
        int | None, typer.Option(min=1, max=7, help="On how many boxes you play against the house; 1 when left out.")
    ] = None,
    bankroll: Annotated[int, typer.Option(min=1, help="Your play money, in cents.")] = 200_000,
    dealing: Annotated[str, typer.Option(help="The dealing method, such as shoe or shuffler.")] = "",
    players: Annotated[
        int | None,
        typer.Option(min=2, max=10, help="How many Players sit in the poker room, including you; 6 when left out."),
    ] = None,
    level: Annotated[str | None, typer.Option(help="How the others play: novice, regular, expert or mixed.")] = None,
    seed: Annotated[int | None, typer.Option(help="Shuffle reproducibly, for practice and tests.")] = None,
    version: Version = "",
    json: Json = False,
) -> None:
    """Play in the terminal, with play money: against the house, or among bots in the poker room."""
    from croupier.cli.terminal import play as play_in_terminal

    policy = {"dealing": dealing} if dealing else {}
    raise typer.Exit(
        play_in_terminal(
            game or None,
            seed=seed,
            boxes=boxes,
            players=players,
            level=level,
            bankroll=bankroll,
            policy=policy,
            version=version,
            json=json,
        )
    )


@app.command()
def replay(
    files: Annotated[
        list[str], typer.Argument(help="Hands as PHH (.phh, .phhs) or JSON lines (.jsonl) with a phh field; - reads.")
    ],
    rake: Annotated[str, typer.Option(help="The Rake as a share, such as 0.05; none when left out.")] = "",
    cap: Annotated[int | None, typer.Option(min=0, help="The most Rake taken from one hand.")] = None,
    rake_unit: Annotated[int, typer.Option(min=1, help="The Rake is rounded down to a multiple of this.")] = 1,
    no_flop_no_drop: Annotated[bool, typer.Option("--no-flop-no-drop", help="No Rake if there was no Flop.")] = False,
    reopen: Annotated[
        str, typer.Option(help="The share of a full Raise at which an all-in counts as one; 0.5 in the document.")
    ] = "",
    write: Annotated[str, typer.Option(help="A .phhs file for the accepted hands, as the room played them.")] = "",
    version: Version = "",
    json: Json = False,
) -> None:
    """Play recorded hands through the poker room: finishing stacks, pots and Rake, one JSON line a hand."""
    from croupier.cli.replaying import Terms, replay_files

    terms = Terms(rake=rake, cap=cap, unit=rake_unit, no_flop_no_drop=no_flop_no_drop, reopen=reopen)
    raise typer.Exit(replay_files(files, terms, version, json=json, write=write))


@app.command()
def verify(
    db: Annotated[str, typer.Option("--db", help="The floor's database: a URL, or the path of an SQLite file.")],
    head: Annotated[
        str, typer.Option("--head", help="Heads saved earlier: detects a cut tail or a rewritten history.")
    ] = "",
    public_key: Annotated[
        list[str] | None,
        typer.Option(
            "--public-key",
            metavar="FILE|FINGERPRINT",
            help="The House's public key, as it published it; may be repeated.",
        ),
    ] = None,
    house_key: HouseKeys = None,
    witness: WitnessFiles = None,
    witness_key: WitnessKeys = None,
    receipt: Receipts = None,
    key: Annotated[list[str] | None, typer.Option("--key", hidden=True)] = None,
    save_head: Annotated[
        str, typer.Option("--save-head", help="Write every stream's head here, if nothing is found.")
    ] = "",
    anchor: Anchors = "",
    since: Annotated[
        str,
        typer.Option(
            "--since",
            metavar="last|ENTRY|DATE",
            help="Go on from the last checkpoint, or the last up to an entry or before a date; "
            "what lies before is not looked at.",
        ),
    ] = "",
    checkpoint: Annotated[
        bool,
        typer.Option("--checkpoint", help="Sign what is in order as a checkpoint, with the first --house-key."),
    ] = False,
    checkpoints: Annotated[
        str, typer.Option("--checkpoints", help="The file of checkpoints, if it is not beside the database.")
    ] = "",
    workers: Annotated[
        int,
        typer.Option(
            "--workers", min=0, max=256, help="Processes for pieces of the record; 0 for one a core, if it is long."
        ),
    ] = 0,
    restate: Annotated[
        bool,
        typer.Option(
            "--restate", help="List the rounds of earlier revisions that today's rules would pay differently."
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Recompute every hash, decide and replay every round again, and add up every account."""
    from croupier.cli.verifying import Kept, Manner, verify_database

    if key:
        raise typer.BadParameter(
            "a verification never needs the House's secret key: give its public key or fingerprint with --public-key; "
            "the House itself opens its decks and signs a checkpoint with --house-key"
        )
    elsewhere = (tuple(one or ()) for one in (witness, witness_key, receipt))
    kept = Kept(head, anchor, save_head, checkpoints, *elsewhere)
    manner = Manner(since, checkpoint, workers, restate, json)
    raise typer.Exit(verify_database(db, kept, manner, public=public_key, house=house_key))


@app.command()
def anchor(
    db: Database,
    anchor: Anchors = "",
    qr: Annotated[bool, typer.Option("--qr", help="Also as a picture that a telephone reads.")] = False,
    json: Json = False,
) -> None:
    """How far a closed house's journal has come, signed: a line to keep elsewhere, also on paper."""
    from croupier.cli.keeping import print_anchor

    raise typer.Exit(print_anchor(db, anchor, qr=qr, json=json))


@app.command()
def accept(db: Database, by: By, reason: Why, anchor: Anchors = "", json: Json = False) -> None:
    """Go on from a copy: two Shift Managers sign that its anchors have seen another journal, or are lost."""
    from croupier.cli.keeping import accept

    raise typer.Exit(accept(db, anchor, by, reason, json=json))


@app.command()
def key(
    db: Database,
    by: By,
    reason: Why,
    replace: Annotated[bool, typer.Option("--replace", help="The old key signs for the new one, and is kept.")] = False,
    lost: Annotated[bool, typer.Option("--lost", help="The old key is gone.")] = False,
    anchor: Anchors = "",
    json: Json = False,
) -> None:
    """Another key for a closed house: two Shift Managers sign for it."""
    from croupier.cli.keeping import give_key

    if replace == lost:
        raise typer.BadParameter("say either --replace or --lost")
    raise typer.Exit(give_key(db, anchor, by, reason, lost=lost, json=json))


@app.command()
def report(
    db: Annotated[str, typer.Option("--db", help="The floor's database: a URL, or the path of an SQLite file.")],
    day: Annotated[str, typer.Option("--day", help="A gaming day such as 2026-11-15; today's when left out.")] = "",
    shift: Annotated[int | None, typer.Option("--shift", min=1, help="One shift of the day, from 1.")] = None,
    shifts: Annotated[int, typer.Option("--shifts", min=1, max=24, help="How many shifts a day has.")] = 3,
    table: Annotated[str, typer.Option("--table", help="One table; all tables when left out.")] = "",
    theoretical: Annotated[
        bool, typer.Option("--theoretical", help="The theoretical win too, by exact odds; may take minutes at first.")
    ] = False,
    by: Annotated[
        Literal["table", "game", "dealer", "patron"],
        typer.Option("--by", help="What the columns or lines are about; patron: the day's cash by person."),
    ] = "table",
    json: Json = False,
) -> None:
    """A shift's or a gaming day's report, by table, game or Dealer, reconciled with the ledger; or the day's cash."""
    from croupier.cli.reporting import show_cash, show_report

    if by == "patron":
        if shift is not None or table:
            raise typer.BadParameter("cash is added up over a gaming day and a house: name neither --shift nor --table")
        raise typer.Exit(show_cash(db, day=day, json=json))
    found = show_report(db, day=day, shift=shift, shifts=shifts, table=table, json=json, theoretical=theoretical, by=by)
    raise typer.Exit(found)


@app.command()
def investigate(
    db: Annotated[str, typer.Option("--db", help="The floor's database: a URL, or the path of an SQLite file.")],
    since: Annotated[str, typer.Option(help="From this gaming day on, such as 2026-11-15.")] = "",
    until: Annotated[str, typer.Option(help="Up to this gaming day, which is included.")] = "",
    rate: Annotated[
        float, typer.Option(help="How often an honest house may be found to be outside of chance, such as 0.01.")
    ] = 0.01,
    json: Json = False,
) -> None:
    """Whether what tables, Dealers and Players were dealt can be chance, corrected for looking at all of them."""
    from croupier.cli.investigating import show_investigation

    raise typer.Exit(show_investigation(db, since=since, until=until, rate=rate, json=json))


@app.command()
def serve(
    floor: Annotated[
        str, typer.Option("--floor", help="The floor.toml of a house; a demonstration when left out.")
    ] = "",
    db: Annotated[str, typer.Option("--db", help="The floor's database: a URL, or the path of an SQLite file.")] = "",
    port: Annotated[
        int | None,
        typer.Option("--port", min=1, max=65_535, help="The port; the first free one from 8460 upwards when left out."),
    ] = None,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    tls: Annotated[
        tuple[str, str],
        typer.Option("--tls", metavar="CERT KEY", help="A certificate with its chain and its key, as PEM files."),
    ] = ("", ""),
    allow_host: Annotated[
        list[str] | None,
        typer.Option("--allow-host", help="A name that the house goes by, such as casino.example; may be repeated."),
    ] = None,
    browser: Annotated[
        bool | None,
        typer.Option(
            "--browser/--no-browser",
            help="Open a browser there, or not; when left out, a demonstration does so where there is a screen.",
        ),
    ] = None,
    accounts: Annotated[
        bool, typer.Option("--accounts", help="Refuse a house in which nobody needs an account, as a demonstration.")
    ] = False,
    anchor: Anchors = "",
    json: Json = False,
) -> None:
    """Run the floor: tables, jackpots, web pages. Without arguments, a demonstration with play money."""
    from croupier.cli.serving import serve_floor
    from croupier.web.serving import Reached

    files = (Path(tls[0]), Path(tls[1])) if any(tls) else None
    reached = Reached(host, port, files, frozenset(name.lower() for name in allow_host or ()))
    raise typer.Exit(serve_floor(floor, db, reached, anchor=anchor, json=json, browser=browser, accounts=accounts))


@app.command()
def witness(
    key: Annotated[str, typer.Option("--key", metavar="FILE", help="The witness's own key; made at the first start.")],
    listen: Annotated[
        str,
        typer.Option("--listen", metavar="ADDRESS:PORT", help="Where to listen; without --tls on this machine alone."),
    ] = "",
    tls: Annotated[
        tuple[str, str],
        typer.Option("--tls", metavar="CERT KEY", help="A certificate with its chain and its key, as PEM files."),
    ] = ("", ""),
    file: Annotated[str, typer.Option("--file", help="The heads that it signed; beside its key when left out.")] = "",
    house: Annotated[
        list[str] | None,
        typer.Option(
            "--house",
            metavar="FILE|FINGERPRINT",
            help="The public key of a House to sign for; when left out, the first House that comes.",
        ),
    ] = None,
    anew: Annotated[
        str,
        typer.Option(
            "--anew", metavar="FINGERPRINT", help="Let a House begin anew, which goes on from a copy; then end."
        ),
    ] = "",
    json: Json = False,
) -> None:
    """Run a witness: it signs how far a House's record has come, and refuses one that was cut, put back or forked."""
    from croupier.cli.witnessing import let_begin_anew, run_witness

    if bool(listen) == bool(anew):
        raise typer.BadParameter("say either --listen ADDRESS:PORT or --anew FINGERPRINT")
    if anew:
        raise typer.Exit(let_begin_anew(key, file, anew))
    raise typer.Exit(run_witness(key, file, listen, tls, house or [], json=json))


@app.command()
def password(
    name: Annotated[str, typer.Argument(help="The account's name, as the house knows it.")],
    db: Annotated[str, typer.Option("--db", help="The floor's database: a URL, or the path of an SQLite file.")],
    json: Json = False,
) -> None:
    """Give an account a password: typed twice, or the first line of what is piped in."""
    from croupier.cli.passwords import set_password

    raise typer.Exit(set_password(name, db, json=json))


databases = typer.Typer(help="The database of a closed house.", rich_markup_mode=None, no_args_is_help=True)
app.add_typer(databases, name="db")


@databases.callback()
def db() -> None:
    """The database of a closed house."""


@databases.command()
def copy(
    source: Annotated[str, typer.Argument(help="The house: a URL, or the path of an SQLite file.")],
    target: Annotated[str, typer.Argument(help="A database that holds none yet, likewise.")],
    json: Json = False,
) -> None:
    """Copy a closed house with its key and anchors, from a file to PostgreSQL or back, and verify the copy."""
    from croupier.cli.copying import copy_database

    raise typer.Exit(copy_database(source, target, json=json))


@app.command()
def bench(
    name: Annotated[str, typer.Argument(help="Which benchmark; all when left out.")] = "",
    json: Json = False,
) -> None:
    """The benchmarks, side by side with the peers that are installed."""
    from croupier.cli.benching import run_benchmarks

    raise typer.Exit(run_benchmarks(name, json=json))


@cache
def _commands() -> Callable[..., object]:
    """Return all commands as one, made once: a program may run several."""
    return typer.main.get_command(app)


def main() -> None:
    """Run a command. Bad input is one sentence on standard error and exit 2, never a traceback."""
    from croupier.cli.problems import guarded

    sys.exit(guarded(lambda: _commands()(standalone_mode=False)))
