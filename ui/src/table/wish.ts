/** The box or seat that somebody chose in the lobby (`?box=4`). Taken once: it leaves the address, so that a page loaded
    again does not sit him down again. */
export function takeWish(): number | null {
  const address = new URL(location.href);
  const box = Number(address.searchParams.get("box"));
  if (!address.searchParams.has("box")) return null;
  address.searchParams.delete("box");
  history.replaceState(history.state, "", address.pathname + address.search + address.hash);
  return Number.isInteger(box) && box > 0 ? box : null;
}
