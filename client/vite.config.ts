import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Preloads the regular text font, which the first paint of every page needs. Other fonts load on first use. */
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

/** The file name of an icon: `Trash2` is `trash-2`. */
const fileOfIcon = (name: string): string =>
  name
    .trim()
    .replace(/([a-z\d])([A-Z])|([a-z])(\d)/g, "$1$3-$2$4")
    .toLowerCase();

/** Returns a function that is true for a module or icon that these files of `src` import, directly or through others. */
function createImportTest(...files: string[]) {
  const roots = files.map((file) => fileURLToPath(new URL(`src/${file}`, import.meta.url)));
  const imported = new Set<string>();
  const icons = new Set<string>();
  const collect = (id: string, modules: Modules): void => {
    if (imported.has(id)) return;
    imported.add(id);
    const module = modules.getModuleInfo(id);
    for (const name of iconImport.exec(module?.code ?? "")?.[1]?.split(",") ?? [])
      icons.add(fileOfIcon(name));
    for (const next of module?.importedIds ?? []) collect(next, modules);
  };
  return (id: string, modules: Modules): boolean => {
    for (const root of roots) collect(root, modules);
    // Lucide's index imports all icons, so an icon counts only when an `import` names it.
    const icon = iconFile.exec(id)?.[1];
    // The files themselves stay separate chunks, because the manifest refers to them.
    return icon === undefined ? imported.has(id) && !roots.includes(id) : icons.has(icon);
  };
}

/**
 * Puts modules that are needed together into one chunk, which compresses better than several and takes one request. A module is in the
 * first of these chunks that fits, if any:
 * - `shell`: everything of the first load
 * - `forms`: shared modules of the login page
 * - `parts`: shared modules of both public and logged-in pages
 * - `stores`: the other shared modules of logged-in pages
 */
function sharedChunks(): (id: string, modules: Modules) => string | null {
  const isOfShell = createImportTest("main.tsx");
  const isOfLogin = createImportTest("features/session/login-page.tsx");
  const isOfPublicPages = createImportTest(
    "features/session/signup-page.tsx",
    "features/public-entry/public-entry-page.tsx",
    "features/public/landing-page.tsx",
    "features/upgrade/sales-page.tsx",
  );
  const isOfLoggedInPages = createImportTest("app/journal-screens.tsx");
  const sharedModules = /\/client\/src\/(shared|stores)\/|\/domain\/src\/|\/node_modules\/mobx/;
  return (id, modules) => {
    if (isOfShell(id, modules)) return "shell";
    if (!sharedModules.test(id)) return null;
    if (isOfLogin(id, modules)) return "forms";
    if (!isOfLoggedInPages(id, modules)) return null;
    return isOfPublicPages(id, modules) ? "parts" : "stores";
  };
}

const library = (file: string): string => fileURLToPath(new URL(`../node_modules/${file}`, import.meta.url));

/**
 * Smaller builds of libraries. React Router's exports name only its development build. React has `useSyncExternalStore` itself, so the
 * shim for old versions is not needed.
 */
const smallerBuilds = [
  { find: /^react-router$/, replacement: library("react-router/dist/production/index.mjs") },
  { find: /^react-router\/dom$/, replacement: library("react-router/dist/production/dom-export.mjs") },
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" },
];

/** Builds `client/dist`: hashed files, nothing inline, so that a strict content security policy holds. */
export default defineConfig({
  base: "/",
  resolve: { alias: smallerBuilds },
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
        // The first load contains a list of all files: without module names it is a third shorter.
        chunkFileNames: ({ name }) =>
          ["shell", "stores", "editor"].includes(name) ? "assets/[name]-[hash].js" : "assets/[hash].js",
        assetFileNames: ({ names: [name] }) =>
          name?.endsWith(".css") ? "assets/[hash].css" : "assets/[name]-[hash][extname]",
        // The editor library changes rarely, our code with every release. In its own chunk, the library stays in the caches of browsers.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "editor", test: editorLibrary },
            { name: sharedChunks(), debugName: "shared" },
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
