import { readdirSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => resolve(root, file));
const styleImport = /^import (\w+) from "([^"]+\.module\.css)";$/gm;

function classesOf(stylesheet: string): Set<string> {
  const selectors = readFileSync(stylesheet, "utf8")
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/\{[^{}]*\}/g, "{}");
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name));
}

/** The classes that a component uses as `styles.name` but its stylesheets do not define. TypeScript does not check them. */
function missingClasses(component: string): string[] {
  const source = readFileSync(component, "utf8");
  const code = source.replaceAll(styleImport, "");
  return [...source.matchAll(styleImport)].flatMap(([, styles = "", path = ""]) => {
    const classes = classesOf(resolve(dirname(component), path));
    return [...code.matchAll(new RegExp(`(?<![\\w.])${styles}\\.(\\w+)`, "g"))]
      .map(([, name = ""]) => name)
      .filter((name) => !classes.has(name))
      .map((name) => `${relative(root, component)}: ${name}`);
  });
}

test("every CSS class that a component uses is in its stylesheet", () => {
  const components = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file));
  expect(components.length).toBeGreaterThan(100);
  expect(components.flatMap(missingClasses)).toEqual([]);
});
