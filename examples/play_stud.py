"""A bot that plays Casino Stud over the HTTP interface: python play_stud.py http://127.0.0.1:8460 stud-1 20"""

import json
import sys
import time
import uuid
from urllib.request import Request, urlopen

ADDRESS, TABLE, ROUNDS, BOX = sys.argv[1].rstrip("/"), sys.argv[2], int(sys.argv[3]), 4
headers = {"Content-Type": "application/json"}


def call(path: str, body: object = None):  # type: ignore[no-untyped-def]
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"{ADDRESS}/api/{path}", data, headers), timeout=30) as answer:
        return json.load(answer)


def act(command: dict[str, object]) -> None:
    call(f"tables/{TABLE}/acts", {"key": uuid.uuid4().hex, "commands": [command]})


headers["Authorization"] = f"Bearer {call('session', {})['token']}"
call(f"tables/{TABLE}/hints", {"hint": "sit", "box": BOX})
played = 0
while played < ROUNDS:
    page = call(f"tables/{TABLE}")
    offers = [one["command"] for one in page["options"] if one["type"] == "Act"]
    stake = next((one for one in page["options"] if one["type"] == "Stake" and one["box"] == BOX), None)
    looks = [one for one in offers if one["type"] == "Look"]
    choices = {one["decision"]: one for one in offers if one["type"] == "Choose"}
    if stake and stake["wager"] == "ante" and BOX not in [box["box"] for box in page["view"]["boxes"]]:
        act({"type": "PlaceWager", "box": BOX, "wager": "ante", "amount": stake["enough"]})
        call(f"tables/{TABLE}/hints", {"hint": "ready"})
    elif looks:
        act(looks[0])
    elif choices:  # BET with a pair or better; the server has named the hand
        act(choices["fold" if page["hands"][str(BOX)]["category"] == "five_odd_cards" else "bet"])
    elif page["won"] is not None and page["view"]["round"] > played:
        played = page["view"]["round"]
        print(f"round {played}: {page['hands'].get(str(BOX), {}).get('name', 'folded')}, {page['won'] / 100:+.2f}")
        call(f"tables/{TABLE}/hints", {"hint": "next"})
    else:
        time.sleep(0.1)
