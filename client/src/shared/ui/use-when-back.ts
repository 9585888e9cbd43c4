import { useEffect } from "react";
import { connection } from "../connection.ts";

/** The delay before the first check, in milliseconds: enough time to read the error. */
const pauseMs = 2_000;

/** While `isWaiting`, waits for the server and calls `run` once when it responds again. */
export function useWhenBack(isWaiting: boolean, run: () => void): void {
  useEffect(() => {
    if (!isWaiting) return;
    let isOver = false;
    const timer = setTimeout(() => {
      void connection.back().then(() => !isOver && run());
    }, pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- it runs once each time the waiting starts
  }, [isWaiting]);
}
