export type Params = Record<string, string>;

/** The params of a path that fits the pattern, else null. */
export function fit(pattern: string, path: string): Params | null {
  const wanted = pattern.split("/").filter(Boolean);
  const given = path.split("/").filter(Boolean);
  if (given.length > wanted.length) return null;
  const params: Params = {};
  for (const [at, segment] of wanted.entries()) {
    const value = given[at];
    if (value === undefined) {
      if (!segment.endsWith("?")) return null;
    } else if (segment.startsWith(":")) {
      try {
        params[segment.slice(1).replace("?", "")] = decodeURIComponent(value);
      } catch {
        return null;
      }
    } else if (segment !== value) {
      return null;
    }
  }
  return params;
}
