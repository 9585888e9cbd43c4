import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { withAnySignal } from "./with-any-signal.ts";

const untilAborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(signal.reason)));

describe("work with several signals", () => {
  test.each([0, 1])(
    "work with several signals is stopped by signal %i, with the reason of that signal",
    async (index) => {
      const sources = [new AbortController(), new AbortController()];
      const result = withAnySignal(
        sources.map(({ signal }) => signal),
        untilAborted,
      );
      sources[index]?.abort("enough");
      expect(await result).toBe("enough");
    },
  );

  test("work with several signals is stopped from the start when one of them is aborted already", async () => {
    const signals = [new AbortController().signal, AbortSignal.abort("too late")];
    expect(await withAnySignal(signals, ({ aborted, reason }) => Promise.resolve([aborted, reason]))).toEqual(
      [true, "too late"],
    );
  });

  test("work with a signal passes on its result, and leaves no listeners on the signal", async () => {
    const { signal } = new AbortController();
    expect(await withAnySignal([signal], () => Promise.resolve("done"))).toBe("done");
    await expect(withAnySignal([signal], () => Promise.reject(new Error("broken")))).rejects.toThrow(
      "broken",
    );
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("work with several signals can still be stopped after a garbage collection", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const source = new AbortController();
    const result = withAnySignal([source.signal, new AbortController().signal], untilAborted);
    await new Promise(setImmediate);
    collectGarbage();
    source.abort("enough");
    expect(await result).toBe("enough");
  });
});
