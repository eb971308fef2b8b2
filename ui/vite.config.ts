import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The pages are built into the Python package, which serves them; the server's address is only needed by `npm run dev`.
const server = "http://127.0.0.1:8460";

export default defineConfig({
  base: "/",
  plugins: [svelte()],
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
