import { useEffect } from "react";
import { connection } from "../connection.ts";

/** The delay before the first check, in milliseconds: enough time to read the error. */
const firstCheckDelayMs = 2_000;

/** While `isWaiting` is true, waits for the server and calls `run` once when it responds. */
export function useWhenReachable(isWaiting: boolean, run: () => void): void {
  useEffect(() => {
    if (!isWaiting) return;
    let isCancelled = false;
    const timer = setTimeout(() => {
      void connection.waitUntilReachable().then(() => !isCancelled && run());
    }, firstCheckDelayMs);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- it runs once each time that waiting starts
  }, [isWaiting]);
}
