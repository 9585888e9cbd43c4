import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
// @ts-expect-error -- plain JavaScript, which runs before anything is built
import { publish } from "../../run/build-server.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "daybook-publish-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const pathOf = (name: string) => join(root, "server", name);

function publishBuild(names: readonly string[]): void {
  const built = join(root, "built");
  mkdirSync(built, { recursive: true });
  for (const name of names) writeFileSync(join(built, name), name);
  publish(built, join(root, "server"));
}

/** Sets the time of a file to some days before now. */
function setAge(name: string, days: number): void {
  const time = Date.now() / 1000 - days * 24 * 3600;
  utimesSync(pathOf(name), time, time);
}

it("keeps a chunk for a week after a build replaced it, however old the chunk is", () => {
  publishBuild(["start.mjs", "chunk-OLD.mjs"]);
  setAge("chunk-OLD.mjs", 30);
  publishBuild(["start.mjs", "chunk-NEW.mjs"]);
  expect(existsSync(pathOf("chunk-OLD.mjs"))).toBe(true);

  setAge("chunk-OLD.mjs", 6);
  publishBuild(["start.mjs", "chunk-NEWER.mjs"]);
  expect(existsSync(pathOf("chunk-OLD.mjs"))).toBe(true);

  setAge("chunk-OLD.mjs", 8);
  publishBuild(["start.mjs", "chunk-NEWER.mjs"]);
  expect(existsSync(pathOf("chunk-OLD.mjs"))).toBe(false);
  expect(existsSync(pathOf("chunk-NEWER.mjs"))).toBe(true);
  expect(existsSync(pathOf("chunk-NEW.mjs"))).toBe(true);
});
