import { mkdtemp, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
// @ts-expect-error -- plain JavaScript, which runs before anything is built
import { runIfOutdated } from "../../run/run-if-outdated.mjs";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "daybook-lock-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await rm(folder, { recursive: true });
});

/** The target of the lock that this process creates in a time zone. */
async function lockTargetIn(timeZone: string): Promise<string> {
  vi.stubEnv("TZ", timeZone);
  const lock = join(folder, "lock");
  let target = "";
  const work = async () => void (target = await readlink(lock));
  await runIfOutdated(lock, () => undefined, "new", work);
  return target;
}

test("without /proc, a lock names the same owner in every time zone", async () => {
  vi.stubGlobal("process", Object.create(process, { platform: { value: "darwin" } }));
  const target = await lockTargetIn("Asia/Tokyo");
  expect(await lockTargetIn("America/New_York")).toBe(target);
});
