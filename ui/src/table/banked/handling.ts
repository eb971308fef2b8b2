import type { Key } from "../../keys.svelte";
import { short } from "../../money";
import { trayKeys } from "../../parts/trayKeys";
import { preferences } from "../../preferences.svelte";
import { go, paths } from "../../router.svelte";
import { t } from "../../strings/index.svelte";
import type { FeltActs } from "./acts";
import type { BoxShown } from "./felt";
import { amountFor, backFrom, backs, choices, keyOf, looks, spotKey, stakeOn } from "./offers";
import type { Playing } from "./playing.svelte";

// What presses and keys do, from what the server offers at this moment.

export function feltActs(play: Playing, boxes: readonly BoxShown[]): FeltActs {
  const page = play.page;
  const between = page.view.phase === "betting" || page.view.phase === "ended" || page.view.phase === null;
  /** The keys act on one box: there they are printed. */
  const key = (box: number, wager: string): string | undefined => (box === play.current ? spotKey(wager)?.toUpperCase() : undefined);
  return {
    spot(box, wager) {
      const shown = boxes.find((one) => one.number === box);
      if (shown === undefined || page.ready) return undefined;
      const stake = stakeOn(page.options, box, wager);
      const back = backFrom(page.options, box, wager);
      const coin = stake !== undefined ? stake.least === stake.most : back !== undefined && shown.spots.some((one) => one.spot.wager === wager && one.spot.shape === "coin");
      if (coin) {
        const label = back === undefined ? t.table.place(short(stake?.least ?? 0)) : t.table.takeOff;
        return { label, key: key(box, wager), act: () => play.toggle(box, wager) };
      }
      const amount = stake === undefined ? null : amountFor(stake, play.chip);
      if (amount === null) return undefined;
      return { label: t.table.place(short(amount)), key: key(box, wager), act: () => play.place(box, wager) };
    },
    blind(box) {
      const shown = boxes.find((one) => one.number === box);
      const dealt = (shown?.view?.cards.length ?? 0) > 0 && page.view.phase !== "ended";
      if (shown?.mine !== true || dealt) return undefined;
      const on = preferences.blind;
      return { on, label: on ? t.table.turnUp : t.table.turnBlind, act: () => void (preferences.blind = !on) };
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

/** Every key of this moment; those for my boxes act on the current one. `last` is the round that can be reviewed. */
export function tableKeys(play: Playing, bar: string, acts: FeltActs | undefined, free: number | undefined, review: () => void, last: number | null): Key[] {
  const page = play.page;
  const words = t.table.keys;
  const key = (name: string, label: string, act: () => void): Key => ({ key: name, label, act });
  const boxes = page.mine.length > 1 ? [key("ArrowLeft", words.left, () => play.step(1)), key("ArrowRight", words.right, () => play.step(-1))] : [];
  const past = last === null ? [] : [key("v", words.review, review), key("p", words.replay, () => go(paths.round(page.face.table, last)))];
  if (bar === "watch") return free === undefined || page.me === "" ? [] : [key("s", words.sit, () => play.sit(free))];
  if (bar === "bet") {
    const box = play.current ?? 0;
    const lies = backs(page.options).length > 0;
    return [
      ...trayKeys(page.view.limits.chips, (cents) => play.take(cents)),
      ...page.layout.flatMap((spot) => {
        const press = acts?.spot(box, spot.wager);
        const name = spotKey(spot.wager);
        return press === undefined || name === undefined ? [] : [key(name, words.chipOn(spot.title), press.act)];
      }),
      ...boxes,
      ...past,
      ...(lies
        ? [key("z", words.takeBack, () => play.takeBack()), key("x", words.clear, () => play.clear()), key("Enter", words.deal, () => play.ready())]
        : play.repeatable.length > 0
          ? [key(" ", words.repeat, () => play.repeat())]
          : []),
    ];
  }
  if (bar === "settled") {
    if (play.repeatAfter !== null) return [...past, ...boxes];
    return play.repeatable.length > 0
      ? [...past, ...boxes, key("w", words.change, () => play.next()), key(" ", words.repeat, () => play.repeat())]
      : [...past, ...boxes, key("n", t.table.settled.next, () => play.next())];
  }
  if (bar !== "decide") return boxes;
  const offered = looks(page.options);
  const first = offered.find((option) => option.command.box === play.current) ?? offered[0];
  return [
    ...(first === undefined ? [] : [key("l", words.look, () => play.send(first))]),
    ...choices(page.options).flatMap((option) => {
      const name = keyOf(option.command.decision);
      return name === undefined ? [] : [key(name, option.label, () => void (play.acting.busy || play.send(option)))];
    }),
    ...boxes,
  ];
}
