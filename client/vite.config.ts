import { fileURLToPath } from "node:url";
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

type Modules = {
  getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null;
};

const iconFile = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.m?js$/;
const iconImport = /import\s*\{([^}]*)\}\s*from\s*"lucide-react"/;

/** The file of an icon: `Trash2` is `trash-2`. */
const fileOfIcon = (name: string): string =>
  name
    .trim()
    .replace(/([a-z\d])([A-Z])|([a-z])(\d)/g, "$1$3-$2$4")
    .toLowerCase();

/**
 * Names the one chunk of everything that the first load needs: split up, it would compress less well. Icons come through one
 * file that imports them all; of them, only those that the first load itself asks for belong to it.
 */
function firstLoad(): (id: string, modules: Modules) => string | null {
  const needed = new Set<string>();
  const icons = new Set<string>();
  const collect = (id: string, modules: Modules): void => {
    if (needed.has(id)) return;
    needed.add(id);
    const module = modules.getModuleInfo(id);
    for (const name of iconImport.exec(module?.code ?? "")?.[1]?.split(",") ?? [])
      icons.add(fileOfIcon(name));
    for (const imported of module?.importedIds ?? []) collect(imported, modules);
  };
  const main = fileURLToPath(new URL("src/main.tsx", import.meta.url));
  return (id, modules) => {
    collect(main, modules);
    const icon = iconFile.exec(id)?.[1];
    if (icon !== undefined) return icons.has(icon) ? "shell" : null;
    // The entry stays by itself: the manifest knows the page by it.
    return id !== main && needed.has(id) ? "shell" : null;
  };
}

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
        // The first load lists the files of every screen: without their names that list is a third shorter.
        chunkFileNames: ({ name }) =>
          name === "shell" || name === "editor" ? "assets/[name]-[hash].js" : "assets/[hash].js",
        assetFileNames: ({ names: [name] }) =>
          name?.endsWith(".css") ? "assets/[hash].css" : "assets/[name]-[hash][extname]",
        // The editor changes with its library, the pad around it with every release.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "editor", test: editorLibrary },
            { name: firstLoad(), debugName: "shell" },
            { name: "icons", test: iconFile, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { "/api": { target: process.env.DAYBOOK_URL ?? "http://localhost:3000", changeOrigin: true } },
  },
});
