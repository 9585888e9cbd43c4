import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { nextMessage, spawnScript } from "@daybook/platform/testing/spawn-script";
import { expect } from "vitest";

/** Runs a script in processes that the test kills. The script must send "ready" when it starts and "done" when it ends. */
export function createKillableProcesses(script: string) {
  const children = new Set<ChildProcess>();

  async function start(args: readonly string[]): Promise<ChildProcess> {
    const child = await spawnScript(script, args);
    children.add(child);
    child.once("exit", () => children.delete(child));
    expect(await nextMessage(child)).toBe("ready");
    return child;
  }

  /** Kills a process after a random time, if it is still running. */
  async function killAfterPause(child: ChildProcess, longestPauseMs: number): Promise<void> {
    await pause(Math.random() * longestPauseMs);
    if (child.exitCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    }
  }

  return {
    /** Starts two processes, and kills each after a random time. */
    async killTwo(args: readonly string[], longestPauseMs: number): Promise<void> {
      const twoProcesses = await Promise.all([start(args), start(args)]);
      await Promise.all(twoProcesses.map((child) => killAfterPause(child, longestPauseMs)));
    },

    /** Runs a process to its end. */
    async finish(args: readonly string[]): Promise<void> {
      const child = await start(args);
      expect(await nextMessage(child)).toBe("done");
      if (child.exitCode === null) await once(child, "exit");
    },

    killAll(): void {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}
