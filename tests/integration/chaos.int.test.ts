import { spawn } from "node:child_process";
import { isFullMatrix } from "@daybook/platform/testing/matrix";
import { resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Runs a command of the repository. Returns its exit code and output. */
function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}

beforeAll(async () => {
  expect(await run("bin/run.mjs", "build")).toMatchObject({ code: 0 });
});

const kills = isFullMatrix ? 20 : 4;

// This seed kills the server process at work and while it starts, and PostgreSQL, within the first four kills.
test(
  "kills at random moments under load lose no acknowledged write and write none twice",
  async () => {
    const { code, output } = await run("dist/server/chaos.mjs", "--kills", String(kills), "--seed", "1661");
    expect(output).toContain("Every acknowledged write is there once, and nothing else.");
    expect(code).toBe(0);
  },
  // The command itself ends a run that hangs, before this timeout.
  240_000 + kills * 20_000,
);

const purchaseKills = isFullMatrix ? 100 : 3;

test(
  "kills at random moments during purchases cause no double charge and no charge without a plan",
  async () => {
    const { code, output } = await run(
      "dist/server/chaos.mjs",
      "purchases",
      "--kills",
      String(purchaseKills),
      "--seed",
      "1661",
    );
    expect(output).toContain("Every acknowledged purchase is charged once, and nothing else.");
    expect(code).toBe(0);
  },
  240_000 + purchaseKills * 20_000,
);

// A year of simulated time passes before the first kill, so there is no short version of this run.
test.runIf(isFullMatrix)(
  "kills at random moments of purchases, renewals and downgrades cause no double charge and no charge without a membership",
  async () => {
    const { code, output } = await run(
      "dist/server/chaos.mjs",
      "memberships",
      "--kills",
      "100",
      "--seed",
      "1661",
    );
    expect(output).toContain("Every membership is what was paid for, and nothing was charged twice.");
    expect(code).toBe(0);
    // The run proves nothing if one of these did not happen.
    for (const row of [
      "Renewals by a person",
      "Automatic renewals",
      "Declined automatic renewals",
      "Downgrades",
      "Interrupted by a kill: purchases",
    ])
      expect(output).toMatch(new RegExp(`^${row} +[1-9]`, "m"));
  },
  // The command itself ends a run that hangs, before this timeout.
  4 * 3_600_000,
);

test("an invalid count is refused with the usage", async () => {
  const { code, output } = await run("dist/server/chaos.mjs", "--kills", "many");
  expect(code).toBe(1);
  expect(output).toContain("Usage: npm run chaos -- [--kills 20] [--seed N] [--writers 8]\n");
});
