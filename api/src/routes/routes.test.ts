import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
);

test("there are routes", () => expect(files.length).toBeGreaterThan(10));

test.each(files)("%s only passes `app` on, and rejects nothing itself", (name) => {
  const source = readFileSync(join(import.meta.dirname, name), "utf8");
  // Rejections come from use cases. A route may `refuse` a malformed request.
  expect(source.match(/\bapp\.\w+|\breject\(/g)).toBeNull();
});
