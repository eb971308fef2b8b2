import type { Key } from "../../keys.svelte";
import { short } from "../../money";
import { trayKeys } from "../../parts/trayKeys";
import { go, paths } from "../../router.svelte";
import { t } from "../../strings/index.svelte";
import type { FeltActs } from "./acts";
import type { BoxShown } from "./felt";
import { amountFor, backFrom, backs, choices, keyOf, looks, stakeOn } from "./offers";
import type { Playing } from "./playing.svelte";

// What presses and keys do, from what the server offers at this moment.

export function feltActs(play: Playing, boxes: readonly BoxShown[]): FeltActs {
  const page = play.page;
  const between = page.view.phase === "betting" || page.view.phase === "ended" || page.view.phase === null;
  return {
    spot(box, wager) {
      const shown = boxes.find((one) => one.number === box);
      if (shown === undefined || page.ready) return undefined;
      const stake = stakeOn(page.options, box, wager);
      const back = backFrom(page.options, box, wager);
      const coin = stake !== undefined ? stake.least === stake.most : back !== undefined && shown.spots.some((one) => one.spot.wager === wager && one.spot.shape === "coin");
      if (coin) {
        const label = back === undefined ? t.table.place(short(stake?.least ?? 0)) : t.table.takeOff;
        return { label, act: () => play.toggle(box, wager) };
      }
      const amount = stake === undefined ? null : amountFor(stake, play.chip);
      if (amount === null) return undefined;
      return { label: t.table.place(short(amount)), act: () => play.place(box, wager) };
    },
    sit: (box) => () => play.sit(box),
    stand: (box) => {
      const shown = boxes.find((one) => one.number === box);
      const empty = shown?.mine === true && between && (shown.view === undefined || page.view.phase === "ended");
      return empty ? () => play.stand(box) : undefined;
    },
    look: (box) => (looks(page.options).some((one) => one.command.box === box) ? () => play.look(box) : undefined),
  };
}

export function tableKeys(play: Playing, bar: string, chips: readonly number[], free: number | undefined): Key[] {
  const page = play.page;
  const words = t.table.keys;
  if (bar === "watch") return free === undefined || page.me === "" ? [] : [{ key: "s", label: words.sit, act: () => play.sit(free) }];
  if (bar === "bet") {
    const lies = backs(page.options).length > 0;
    return [
      ...trayKeys(chips, (cents) => (play.chip = cents)),
      ...(lies
        ? [
            { key: "z", label: words.takeBack, act: () => play.takeBack() },
            { key: "d", label: words.deal, act: () => play.ready() },
          ]
        : play.repeatable.length > 0
          ? [{ key: " ", label: words.repeat, act: () => play.repeat() }]
          : []),
    ];
  }
  if (bar === "settled") {
    const replay = { key: "p", label: words.replay, act: () => go(paths.round(page.face.table, page.view.round)) };
    if (play.repeatAfter !== null) return [replay];
    return play.repeatable.length > 0
      ? [replay, { key: "w", label: words.change, act: () => play.next() }, { key: " ", label: words.repeat, act: () => play.repeat() }]
      : [replay, { key: "n", label: t.table.settled.next, act: () => play.next() }];
  }
  if (bar !== "decide") return [];
  const first = looks(page.options)[0];
  return [
    ...(first === undefined ? [] : [{ key: "l", label: words.look, act: () => play.send(first) }]),
    ...choices(page.options).flatMap((option) => {
      const key = keyOf(option.command.decision);
      return key === undefined ? [] : [{ key, label: option.label, act: () => void (play.acting.busy || play.send(option)) }];
    }),
  ];
}
