import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** The upright text face is needed by the first paint of every page; the others come with their first use. */
function preloadTextFont(): Plugin {
  return {
    name: "preload-text-font",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /lora-latin-wght-normal.*\.woff2$/.test(file));
        if (!font) return [];
        const attrs = { rel: "preload", as: "font", type: "font/woff2", href: `/${font}`, crossorigin: true };
        return [{ tag: "link", injectTo: "head", attrs }];
      },
    },
  };
}

const editorLibrary =
  /node_modules\/(@tiptap|prosemirror-|linkifyjs|orderedmap|rope-sequence|w3c-keyname|fast-equals)/;

/** Builds `client/dist`: hashed files, nothing inline, so that a strict content security policy holds. */
export default defineConfig({
  base: "/",
  plugins: [react(), preloadTextFont()],
  build: {
    target: "es2023",
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // The editor changes with its library, the pad around it with every release.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: "editor", test: editorLibrary }],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { "/api": { target: process.env.DAYBOOK_URL ?? "http://localhost:3000", changeOrigin: true } },
  },
});
