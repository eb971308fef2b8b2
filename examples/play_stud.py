"""A bot that plays Casino Stud over the HTTP interface: python play_stud.py http://127.0.0.1:8460 stud-1 20"""

import json
import sys
import time
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ADDRESS, TABLE, ROUNDS = sys.argv[1].rstrip("/"), sys.argv[2], int(sys.argv[3])
headers, played, last = {"Content-Type": "application/json"}, 0, 0


def call(path: str, body: object = None):  # type: ignore[no-untyped-def]
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"{ADDRESS}/api/{path}", data, headers), timeout=30) as answer:
        return json.load(answer)


headers["Authorization"] = f"Bearer {call('session', {})['token']}"
for BOX in range(1, 8):
    try:
        call(f"tables/{TABLE}/hints", {"hint": "sit", "box": BOX})
        break
    except HTTPError as refused:  # somebody sits there
        if refused.code != 409 or BOX == 7:
            sys.exit(json.load(refused)["sentence"])
while played < ROUNDS:
    page, command, hint = call(f"tables/{TABLE}"), None, None
    acts = [one["command"] for one in page["options"] if one["type"] == "Act"]
    choices = {one.get("decision", one["type"]): one for one in acts}
    antes = [one for one in page["options"] if one["type"] == "Stake" and (one["box"], one["wager"]) == (BOX, "ante")]
    if antes and BOX not in [box["box"] for box in page["view"]["boxes"]]:
        command = {"type": "PlaceWager", "box": BOX, "wager": "ante", "amount": antes[0]["enough"]}
        hint = "ready"  # the deal need not wait for us
    elif "Look" in choices:
        command = choices["Look"]
    elif "bet" in choices:  # BET with a pair or better; the server has named the hand
        command = choices["fold" if page["hands"][str(BOX)]["category"] == "five_odd_cards" else "bet"]
    elif page["won"] is not None and page["view"]["round"] > last:
        played, last, hint = played + 1, page["view"]["round"], "next"
        print(f"round {last}: {page['hands'].get(str(BOX), {}).get('name', 'folded')}, {page['won'] / 100:+.2f}")
    if command:
        call(f"tables/{TABLE}/acts", {"key": uuid.uuid4().hex, "commands": [command], "moment": page["face"]["moment"]})
    if hint:
        call(f"tables/{TABLE}/hints", {"hint": hint})
    time.sleep(0.05)
