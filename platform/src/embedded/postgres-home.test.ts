import { chmod, chown, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findPostgresHome } from "./postgres-home.ts";

let root: string;
let originalMask: number;

beforeEach(async () => {
  originalMask = process.umask();
  root = await mkdtemp(join(tmpdir(), "daybook-home-"));
  await chmod(root, 0o711);
});

afterEach(async () => {
  process.umask(originalMask);
  await rm(root, { recursive: true, force: true });
});

describe.skipIf(process.getuid?.() !== 0)("as root", () => {
  test("the server's account can enter a database folder outside the data folder, whatever the umask is", async () => {
    const closedFolder = join(root, "closed");
    await mkdir(closedFolder, { mode: 0o700 });
    process.umask(0o077);
    const home = await findPostgresHome(join(closedFolder, "postgres"), [], join(root, "fallback"));
    expect(home.movedTo).toBe(home.folder);
    expect((await stat(home.folder)).mode & 0o777).toBe(0o710);
  });

  test("the folder of a database that another account runs keeps its owner and mode", async () => {
    const folder = join(root, "postgres");
    await mkdir(join(folder, "cluster"), { recursive: true });
    for (const path of [folder, join(folder, "cluster")]) {
      await chown(path, 54_321, 54_321);
      await chmod(path, 0o700);
    }
    const home = await findPostgresHome(folder, [], join(root, "fallback"));
    expect(home.user?.uid).toBe(54_321);
    const { uid, mode } = await stat(folder);
    expect([uid, mode & 0o777]).toEqual([54_321, 0o700]);
  });
});
