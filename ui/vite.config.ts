import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

// The pages are built into the Python package, which serves them; the server's address is only needed by `npm run dev`.
const server = "http://127.0.0.1:8460";

/** The licence texts of all packages whose code is in the pages, beside the pages. */
function licences(): Plugin {
  return {
    name: "licences",
    generateBundle(_, bundle) {
      const folders = new Set<string>();
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.type === "chunk" ? chunk.moduleIds : []) {
          const found = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll("\\", "/"));
          if (found) folders.add(found[0].replace(/^\0/, ""));
          else if (id.startsWith("\0vite/")) folders.add("node_modules/vite");
        }
      }
      const texts = [...folders].map((folder) => {
        const told = JSON.parse(readFileSync(`${folder}/package.json`, "utf-8")) as Record<string, string>;
        const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
        if (file === undefined) throw new Error(`${told["name"]} has no licence text`);
        // Vite's own file goes on with the texts of what it is built from; the pages have one helper of it.
        const [text = ""] = readFileSync(`${folder}/${file}`, "utf-8").split("\n# Licenses of bundled dependencies");
        return `== ${told["name"]} ${told["version"]} (${told["license"]})\n\n${text.trim()}\n`;
      });
      this.emitFile({ type: "asset", fileName: "third-party-licences.txt", source: texts.sort().join("\n") });
    },
  };
}

export default defineConfig({
  base: "/",
  plugins: [svelte(), licences()],
  build: {
    outDir: "../src/croupier/web/pages",
    emptyOutDir: true,
    assetsDir: "assets",
    // A data: URL would be refused by the strict content policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": { target: server },
      "/live": { target: server, ws: true },
    },
  },
});
