import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renewWhile } from "./renew-while.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

it.each(["succeeds", "fails"])(
  "a lease is renewed until the work %s, also after a failed renewal",
  async (ending) => {
    const renew = vi.fn<() => Promise<void>>(async () => {}).mockRejectedValueOnce(new Error("no database"));
    let finish = (): void => {};
    const work = new Promise<string>((resolve, reject) => {
      finish = () => (ending === "fails" ? reject(new Error("broken")) : resolve("done"));
    });
    const outcome = renewWhile(() => work, renew, 1_000).catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(3_500);
    expect(renew).toHaveBeenCalledTimes(3);
    finish();
    expect(await outcome).toBe(ending === "fails" ? "broken" : "done");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(renew).toHaveBeenCalledTimes(3);
  },
);
