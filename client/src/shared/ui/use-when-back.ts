import { useEffect } from "react";
import { connection } from "../connection.ts";

/** Long enough to read why something failed, in milliseconds. */
const pauseMs = 2_000;

/** Runs once the server answers again, while `isWaiting`. */
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
    // oxlint-disable-next-line react/exhaustive-deps -- it runs once for each time of waiting
  }, [isWaiting]);
}
