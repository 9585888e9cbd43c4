import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/**
 * `node client/size-check.mjs` prints bundle sizes in kB (1000 bytes) after gzip -9: the first load (shell), and what is added to it by the
 * login page, by all logged-in pages (MobX, the stores, shared parts), by the editor library, and by the pad. `styles` is the CSS of the
 * shell, and `font` the preloaded font without gzip. Exits 1 above a limit, or when a public page loads the stores. Limits may only be
 * lowered.
 */
const limits = { shell: 150, login: 8, "logged-in": 31, editor: 130, pad: 40, styles: 7, font: 38 };
const loginModule = "src/features/session/login-page.tsx";
const journalsModule = "src/app/journal-screens.tsx";
const padModule = "src/features/entry-pad/entry-pad-page.tsx";
const publicModules = [
  loginModule,
  "src/features/session/signup-page.tsx",
  "src/features/upgrade/sales-page.tsx",
  "src/features/recovery/forgot-password-page.tsx",
  "src/features/recovery/mailed-link-pages.tsx",
  "src/features/public/landing-page.tsx",
  "src/features/public/support-page.tsx",
  "src/features/public-entry/public-entry.route.ts",
  "src/features/errors/error-pages.tsx",
];

const dist = join(dirname(fileURLToPath(import.meta.url)), "dist");
const manifestFile = join(dist, ".vite", "manifest.json");
if (!existsSync(manifestFile)) {
  process.stderr.write("There is no client/dist yet: run `npm run build` first.\n");
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));

/** All files that a chunk loads. */
function filesOf(key, visitedKeys = new Set()) {
  const chunk = manifest[key];
  if (!chunk || visitedKeys.has(key)) return new Set();
  visitedKeys.add(key);
  const files = new Set([chunk.file, ...(chunk.css ?? [])]);
  for (const imported of chunk.imports ?? [])
    for (const file of filesOf(imported, visitedKeys)) files.add(file);
  return files;
}

/** Maps each file to the name of its chunk, because most files have only a hash as their name. */
const chunkNames = new Map(
  Object.values(manifest).flatMap(({ file, name, css = [] }) => [
    [file, name],
    ...css.map((sheet) => [sheet, name]),
  ]),
);
const nameOf = (file) =>
  chunkNames.get(file) && !file.includes(chunkNames.get(file)) ? `${file} (${chunkNames.get(file)})` : file;

const sizeOf = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000;
const rowsOf = (files) => [...files].map((file) => ({ file, size: sizeOf(file) }));

const shellFiles = filesOf("index.html");
const loginFiles = [...filesOf(loginModule)].filter((file) => !shellFiles.has(file));
const loggedInFiles = [...filesOf(journalsModule)].filter(
  (file) => filesOf(padModule).has(file) && !shellFiles.has(file),
);
const padFiles = [...filesOf(padModule)].filter(
  (file) => !shellFiles.has(file) && !loggedInFiles.includes(file),
);
const storesFile = loggedInFiles.find((file) => file.startsWith("assets/stores-"));
if (!storesFile) throw new Error("The logged-in pages load no stores chunk; see client/vite.config.ts.");
const isEditor = (file) => file.startsWith("assets/editor-");
const editor = rowsOf(padFiles.filter(isEditor));
const pad = rowsOf(padFiles.filter((file) => !isEditor(file)));
if (editor.length === 0) throw new Error("The pad loads no editor chunk; see client/vite.config.ts.");

const shell = [
  { file: "index.html", size: sizeOf("index.html") },
  { file: "theme.js", size: sizeOf("theme.js") },
];
shell.push(...rowsOf(shellFiles));
const preloadedFontLinks = [
  ...readFileSync(join(dist, "index.html"), "utf8").matchAll(/href="\/([^"]+\.woff2)"/g),
];
const preloadedFonts = preloadedFontLinks.map(([, file]) => ({
  file,
  size: readFileSync(join(dist, file)).length / 1000,
}));

const sum = (rows) => rows.reduce((total, { size }) => total + size, 0);
const groups = [
  ["shell", shell],
  ["login", rowsOf(loginFiles)],
  ["logged-in", rowsOf(loggedInFiles)],
  ["editor", editor],
  ["pad", pad],
  ["styles", shell.filter(({ file }) => file.endsWith(".css"))],
  ["font", preloadedFonts],
];
let hasFailed = false;
for (const [name, rows] of groups) {
  const total = sum(rows);
  const isTooLarge = total > limits[name];
  hasFailed ||= isTooLarge;
  process.stdout.write(
    `${name.padEnd(10)}${total.toFixed(1).padStart(7)} kB of ${limits[name]}${isTooLarge ? "  TOO LARGE" : ""}\n`,
  );
  for (const { file, size } of rows)
    process.stdout.write(`${size.toFixed(1).padStart(17)} kB  ${nameOf(file)}\n`);
}
for (const module of publicModules) {
  if (!manifest[module]) throw new Error(`${module} is not a chunk: update publicModules.`);
  if (!filesOf(module).has(storesFile)) continue;
  hasFailed = true;
  process.stdout.write(`${module} loads the stores of the logged-in pages.\n`);
}
process.exit(hasFailed ? 1 : 0);
