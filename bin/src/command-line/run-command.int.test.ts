import { nextMessage, spawnScript, waitForExit } from "@daybook/platform/testing/spawn-script";
import { expect, test } from "vitest";

const script = `
  import { writeSync } from "node:fs";
  import { runCommand } from "@daybook/bin/command-line/run-command";
  process.once("exit", () => writeSync(1, "cleaned up"));
  void runCommand("entries", () => {
    process.send("running");
    return new Promise((resolve) => setTimeout(resolve, 60_000, 0));
  });`;

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s makes a command exit and run its exit handlers, such as the one that ends its database",
  async (signal, code) => {
    const child = await spawnScript(script);
    const ending = waitForExit(child);
    expect(await nextMessage(child)).toBe("running");
    child.kill(signal);
    expect(await ending).toMatchObject({ code, stdout: "cleaned up" });
  },
);
