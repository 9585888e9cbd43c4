import { useEffect } from "react";
import { connection } from "../connection.ts";

/** The delay before each check, in milliseconds. The user needs time to read the error before `run` loads the content again. */
const checkDelayMs = 2_000;

/**
 * While `isWaiting` is true, repeats these steps: waits {@link checkDelayMs}, waits until the server responds, and calls `run`.
 */
export function useWhenReachable(isWaiting: boolean, run: () => Promise<void> | void): void {
  useEffect(() => {
    if (!isWaiting) return;
    let isCancelled = false;
    let timer: ReturnType<typeof setTimeout>;
    const check = async (): Promise<void> => {
      await connection.waitUntilReachable();
      if (!isCancelled) await run();
      if (!isCancelled) startTimer();
    };
    const startTimer = () => {
      timer = setTimeout(() => void check(), checkDelayMs);
    };
    startTimer();
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a new `run` must not restart the delay
  }, [isWaiting]);
}
