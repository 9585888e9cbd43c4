import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { nextMessage, spawnScript } from "../testing/spawn-script.ts";
import { openDataFolder } from "./data-folder.ts";
import { loadOrCreateMasterKey } from "./master-key.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-data-"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await chmod(root, 0o700);
  await rm(root, { recursive: true, force: true });
});

const OPEN_SCRIPT = `
  import { openDataFolder } from "./embedded/data-folder.ts";
  const outcome = await openDataFolder(process.argv[2]).then(() => "open", (error) => error.code);
  process.send(outcome);
  process.on("message", () => process.exit(0));`;

test("only the owner may read a new data folder and its parts", async () => {
  const folder = await openDataFolder(join(root, "deep", "data"));
  expect(folder.isNew).toBe(true);
  for (const path of [folder.path, folder.postgres, folder.outbox, folder.photos, folder.keys]) {
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  }
  await folder.release();
  expect(await readdir(folder.path)).toEqual(["keys", "outbox", "photos", "postgres"]);
});

test("a data folder is new until something is stored there, also after a kill in the first moments", async () => {
  const path = join(root, "data");
  const killedProcess = await spawnScript(OPEN_SCRIPT, [path]);
  expect(await nextMessage(killedProcess)).toBe("open");
  killedProcess.kill("SIGKILL");
  await new Promise((resolve) => killedProcess.once("exit", resolve));
  const folder = await openDataFolder(path);
  expect(folder.isNew).toBe(true);
  await folder.release();
  for (const file of [join(folder.keys, "master.key"), join(path, "letter.txt")]) {
    await writeFile(file, "");
    const openedAgain = await openDataFolder(path);
    expect(openedAgain.isNew).toBe(false);
    await openedAgain.release();
    await rm(file);
  }
});

test("the second of two starts on one folder is refused with one sentence, and succeeds when the first has ended", async () => {
  const path = join(root, "data");
  const firstFolder = await openDataFolder(path);
  await expect(openDataFolder(path)).rejects.toThrow(
    `Another Daybook (process ${process.pid}) already uses the data folder ${path}; stop it first, or set DAYBOOK_DATA to another folder.`,
  );
  await firstFolder.release();
  await (await openDataFolder(path)).release();
});

test("after a kill, exactly one of many starts gets the data folder", async () => {
  const path = join(root, "data");
  const killedProcess = await spawnScript(OPEN_SCRIPT, [path]);
  expect(await nextMessage(killedProcess)).toBe("open");
  killedProcess.kill("SIGKILL");
  await new Promise((resolve) => killedProcess.once("exit", resolve));

  const scripts = await Promise.all([1, 2, 3, 4, 5].map(() => spawnScript(OPEN_SCRIPT, [path])));
  const outcomes = await Promise.all(scripts.map(nextMessage));
  for (const script of scripts) script.send("end");
  await Promise.all(scripts.map((script) => new Promise((resolve) => script.once("exit", resolve))));
  expect(outcomes.filter((outcome) => outcome === "open")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "data_folder_in_use")).toHaveLength(4);
});

test("exactly one of many concurrent starts replaces the lock of an ended process", async () => {
  const folder = await openDataFolder(join(root, "first"));
  const holder = JSON.parse(await readFile(join(folder.path, "daybook.lock"), "utf8")) as object;
  await folder.release();
  for (let round = 0; round < 10; round++) {
    const path = join(root, `data-${round}`);
    await mkdir(path);
    // No process with this number began at that time.
    await writeFile(join(path, "daybook.lock"), JSON.stringify({ ...holder, began: "at another time" }));
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => openDataFolder(path)));
    const openedFolders = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const codes = results.flatMap((result) =>
      result.status === "rejected" ? [(result.reason as { code: string }).code] : [],
    );
    expect(openedFolders).toHaveLength(1);
    expect(codes).toEqual(Array.from({ length: 11 }, () => "data_folder_in_use"));
    await openedFolders[0]?.release();
    expect(await readdir(path)).toEqual(["keys", "outbox", "photos", "postgres"]);
  }
});

test("a lock is taken over when its process number belongs to another process in the meantime", async () => {
  const path = join(root, "data");
  const folder = await openDataFolder(path);
  const lock = join(path, "daybook.lock");
  const holder = JSON.parse(await readFile(lock, "utf8")) as object;
  await writeFile(lock, JSON.stringify({ ...holder, began: "at another time", token: "old" }));
  await folder.release();
  const nextFolder = await openDataFolder(path);
  expect(await readFile(lock, "utf8")).not.toContain("at another time");
  await nextFolder.release();
});

test("without /proc, a lock is kept in another time zone, and a lock that an earlier version wrote is kept in the same time zone", async () => {
  vi.stubGlobal("process", Object.create(process, { platform: { value: "darwin" } }));
  vi.stubEnv("TZ", "Asia/Tokyo");
  const path = join(root, "data");
  const folder = await openDataFolder(path);
  vi.stubEnv("TZ", "America/New_York");
  await expect(openDataFolder(path)).rejects.toThrow("already uses the data folder");
  const lock = join(path, "daybook.lock");
  const holder = JSON.parse(await readFile(lock, "utf8")) as object;
  const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(process.pid)], { encoding: "utf8" });
  await writeFile(lock, JSON.stringify({ ...holder, began: stdout.trim() }));
  await expect(openDataFolder(path)).rejects.toThrow("already uses the data folder");
  await folder.release();
});

test("without /proc and without the program `ps`, a data folder can be opened", async () => {
  vi.stubGlobal("process", Object.create(process, { platform: { value: "win32" } }));
  vi.stubEnv("PATH", "");
  const folder = await openDataFolder(join(root, "data"));
  await folder.release();
});

test("a data folder that cannot be made or written is refused with one sentence", async () => {
  await writeFile(join(root, "file"), "");
  await expect(openDataFolder(join(root, "file", "data"))).rejects.toThrow(
    `The data folder ${join(root, "file", "data")} cannot be used: a part of its path is a file; set DAYBOOK_DATA to a folder that this account may write.`,
  );
  await expect(openDataFolder(join(root, "file"))).rejects.toThrow("cannot be used: it is a file;");
  await expect(openDataFolder("/proc/daybook")).rejects.toThrow("cannot be used");
});

test.skipIf(process.getuid?.() === 0)(
  "a data folder without write permission is refused (root may write all)",
  async () => {
    await mkdir(join(root, "data"), { mode: 0o500 });
    await expect(openDataFolder(join(root, "data"))).rejects.toThrow("this account may not write there");
  },
);

test("the master key is created once, readable only by its owner, and is never replaced", async () => {
  const folder = await openDataFolder(join(root, "data"));
  const key = await loadOrCreateMasterKey(folder.keys);
  expect(key).toHaveLength(32);
  expect(await loadOrCreateMasterKey(folder.keys)).toEqual(key);
  for (const name of await readdir(folder.keys)) {
    expect((await stat(join(folder.keys, name))).mode & 0o777).toBe(0o600);
  }
  expect(await readdir(folder.keys)).toEqual(["master.fingerprint", "master.key"]);
  await folder.release();
});

test("a configured master key is used instead of a file and is not stored", async () => {
  const key = Buffer.alloc(32, 9);
  expect(await loadOrCreateMasterKey(root, key)).toEqual(key);
  expect(await readdir(root)).toEqual(["master.fingerprint"]);
  expect(await readFile(join(root, "master.fingerprint"), "utf8")).not.toContain(key.toString("hex"));
});

test("a lost, broken or different master key is refused instead of replaced", async () => {
  await loadOrCreateMasterKey(root);
  await expect(loadOrCreateMasterKey(root, Buffer.alloc(32, 9))).rejects.toThrow(
    "is not the one that the data folder",
  );
  await writeFile(join(root, "master.key"), "short");
  await expect(loadOrCreateMasterKey(root)).rejects.toThrow("does not hold a master key");
  await rm(join(root, "master.key"));
  await expect(loadOrCreateMasterKey(root)).rejects.toThrow("The master key is missing");
});
