// What vite.config.ts reads of Node: the pages themselves run in browsers alone, so Node's own types are no dependency.
declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf-8"): string;
  export function readdirSync(path: string): string[];
}
