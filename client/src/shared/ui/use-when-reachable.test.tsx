// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connection } from "../connection.ts";
import { renderForTest } from "../testing/rendered.tsx";
import { useWhenReachable } from "./use-when-reachable.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("`run` is called every two seconds until the page no longer waits", async () => {
  connection.configure({ probe: async () => true, sleep: async () => {}, online: async () => {} });
  const run = vi.fn<() => Promise<void>>(async () => {});
  function Page({ isWaiting }: { isWaiting: boolean }) {
    useWhenReachable(isWaiting, run);
    return null;
  }
  const { show, remove } = await renderForTest(<Page isWaiting />);
  const passSeconds = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
  expect(run).not.toHaveBeenCalled();
  await passSeconds(2);
  expect(run).toHaveBeenCalledTimes(1);
  await passSeconds(2);
  expect(run).toHaveBeenCalledTimes(2);
  await show(<Page isWaiting={false} />);
  await passSeconds(60);
  expect(run).toHaveBeenCalledTimes(2);
  await remove();
});
