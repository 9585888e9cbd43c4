import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { nextMessage, spawnScript } from "@daybook/platform/testing/spawn-script";
import { expect } from "vitest";

/** Runs a script as processes to kill. It must send "ready" at its start and "done" at its end. */
export function createKillable(script: string) {
  const children = new Set<ChildProcess>();

  async function start(parameters: readonly string[]): Promise<ChildProcess> {
    const child = await spawnScript(script, parameters);
    children.add(child);
    child.once("exit", () => children.delete(child));
    expect(await nextMessage(child)).toBe("ready");
    return child;
  }

  /** Kills a process after a random time, if it is still running. */
  async function killSoon(child: ChildProcess, longestPauseMs: number): Promise<void> {
    await pause(Math.random() * longestPauseMs);
    if (child.exitCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    }
  }

  return {
    /** Starts two processes, and kills each after a random time. */
    async killTwo(parameters: readonly string[], longestPauseMs: number): Promise<void> {
      const pair = await Promise.all([start(parameters), start(parameters)]);
      await Promise.all(pair.map((child) => killSoon(child, longestPauseMs)));
    },

    /** Runs a process to its end. */
    async finish(parameters: readonly string[]): Promise<void> {
      const child = await start(parameters);
      expect(await nextMessage(child)).toBe("done");
      if (child.exitCode === null) await once(child, "exit");
    },

    killAll(): void {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}
