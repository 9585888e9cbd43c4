import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

/** The packages that a module imports, directly and through other modules of this package. */
function packagesOf(file: string, visitedFiles = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  if (visitedFiles.has(file)) return packages;
  visitedFiles.add(file);
  const source = readFileSync(resolve(import.meta.dirname, file), "utf8");
  for (const [, name = ""] of source.matchAll(/^(?:import|export)\b(?! type)[^;]*?from "([^"]+)";/gm)) {
    if (!name.startsWith("./")) packages.add(name);
    else for (const importedPackage of packagesOf(name.slice(2), visitedFiles)) packages.add(importedPackage);
  }
  return packages;
}

const parsers = /^(?:parse5|hast-util-)/;

describe("imports", () => {
  it.each(["extensions.ts", "word-count.ts", "diff-texts.ts", "text-styles.ts", "prompts.ts"])(
    "the imports of %s, which the browser loads, include no HTML parser",
    (file) => {
      expect([...packagesOf(file)].filter((name) => parsers.test(name))).toEqual([]);
    },
  );

  it.each([
    "read-rich-text.ts",
    "sanitise.ts",
    "to-text.ts",
    "text-beginning.ts",
    "images.ts",
    "picture-changes.ts",
    "words-changed.ts",
    "diff-texts.ts",
    "zero-width.ts",
    "prompts.ts",
  ])("the imports of %s, which the server loads, include no editor", (file) => {
    expect([...packagesOf(file)].filter((name) => name.startsWith("@tiptap"))).toEqual([]);
  });

  it("this test can find imports of HTML parsers and of the editor", () => {
    expect([...packagesOf("read-rich-text.ts")].filter((name) => parsers.test(name)).length).toBe(3);
    expect([...packagesOf("extensions.ts")].some((name) => name.startsWith("@tiptap"))).toBe(true);
  });
});
