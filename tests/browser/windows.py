"""Every window that a table has to fit: what is measured there, for tables of either kind.

One page is resized through all the windows within a phase of the round, so that a round is played once for all of them.
"""

from typing import Any

from playwright.sync_api import Page

Size = tuple[int, int]
DESKS: tuple[Size, ...] = ((1366, 657), (1536, 730), (1280, 720), (1024, 768), (1440, 900), (1920, 940))
PHONES: tuple[Size, ...] = ((844, 390), (390, 844))
MOUSE, FINGER = 36, 44
"""The least sizes of a target, in pixels."""
LEAST_CARD = 33.5
"""Of a card at a seat of the poker room, in pixels."""

MEASURE = """(least_card) => {
  const wrong = [];
  const root = document.documentElement;
  if (root.scrollHeight > root.clientHeight) wrong.push(`${root.scrollHeight - root.clientHeight} px below the window`);
  if (root.scrollWidth > root.clientWidth) wrong.push(`${root.scrollWidth - root.clientWidth} px beside the window`);
  const box = (node) => node.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)];
  const said = (node) => (node.getAttribute("aria-label") || node.textContent).trim().slice(0, 40);
  const inside = ({ left, top, right, bottom }) =>
    left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  for (const node of all(".play *")) {
    const style = getComputedStyle(node);
    const scrolls = (way, more) => /auto|scroll/.test(style[`overflow${way}`]) && more > 1;
    if (scrolls("Y", node.scrollHeight - node.clientHeight) || scrolls("X", node.scrollWidth - node.clientWidth))
      wrong.push(`${node.className} scrolls`);
  }
  const controls = [];
  // A citation is a quiet mark with room around it, and its paragraph is no act.
  for (const node of all(".play :is(button, a[href], input, select):not(.cite)")) {
    if (!node.checkVisibility({ visibilityProperty: true }) || node.disabled) continue;
    const place = box(node);
    if (!inside(place)) wrong.push(`${said(node)} is not inside the window`);
    const hit = document.elementFromPoint((place.left + place.right) / 2, (place.top + place.bottom) / 2);
    const under = inside(place) && !(node.contains(hit) || hit?.contains(node));
    if (under) wrong.push(`${said(node)} lies under ${hit?.className}`);
    controls.push([said(node), Math.round(Math.min(place.width, place.height) * 10) / 10]);
  }
  // What must be read: not cut off, and what lies on the felt does not lie on something else.
  for (const node of all(".verdict, .box.mine, .seat .plate, .free, .mine .cards, .board, .pot"))
    if (node.checkVisibility() && !inside(box(node))) wrong.push(`${node.className}: ${said(node)} is cut off`);
  const solid = all(".verdict, .box.mine, .dealer .places, .seat .plate, .free:not(.place), .room .board .hand")
    .filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .map((node) => [node, box(node)]);
  for (const [at, [one, a]] of solid.entries())
    for (const [other, b] of solid.slice(at + 1))
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        wrong.push(`${said(one) || one.className} lies over ${said(other) || other.className}`);
  const tiny = all(".seat .card").map((node) => box(node).width).filter((width) => width < least_card);
  if (tiny.length > 0) wrong.push(`a card is ${tiny[0]} px wide`);
  const places = {};
  for (const [at, node] of all(".boxes > li").entries()) {
    const { left, top, width, height } = box(node);
    places[`box ${at + 1}`] = [left, top, width, height];
  }
  for (const node of all(".seat")) {
    const { left, width } = box(node);
    places[said(node).slice(0, 7)] = [left, width];
  }
  return { wrong, controls, places };
}"""


class Windows:
    """What was measured of one table so far, window by window."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.places: dict[Size, dict[str, list[float]]] = {}
        self.wrong: list[str] = []

    def measure(self, phase: str) -> None:
        """Look at the table in each window."""
        for size in (*DESKS, *PHONES):
            width, height = size
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            found: dict[str, Any] = self.page.evaluate(MEASURE, LEAST_CARD)
            where = f"{width}x{height}, {phase}"
            least = FINGER if size in PHONES else MOUSE
            small = [f"{name} is {side} px" for name, side in found["controls"] if side < least]
            self.wrong += [f"{where}: {one}" for one in (*found["wrong"], *small)]
            now: dict[str, list[float]] = found["places"]
            for name, was in self.places.setdefault(size, now).items():
                if name not in now:
                    self.wrong.append(f"{where}: {name} is gone")
                elif any(abs(one - other) > 1 for one, other in zip(was, now[name], strict=True)):
                    self.wrong.append(f"{where}: {name} was at {was} and is at {now[name]}")
        self.page.set_viewport_size({"width": DESKS[0][0], "height": DESKS[0][1]})
