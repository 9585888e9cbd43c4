import { useRevalidator } from "react-router";
import type { ApiResult } from "../api-client.ts";
import { copy } from "../copy.ts";
import { useServices } from "../services.ts";
import { useToasts } from "../ui/toast.tsx";
import { operationsCopy } from "./operations-copy.ts";
import { operationsOf } from "./operations.store.ts";

/** What an act on many entries answers: those it reached, or the operation that goes on reaching them. */
export type Reached = ApiResult<"moveEntries">;

/** What is said of an act. */
export type ReachWords = {
  /** while the server goes on with it by itself */
  running: string;
  done: (reached: number) => string;
  /**
   * How it is taken back; left out, or null, where it cannot be.
   *
   * @param ids what it reached; null when only the number is known
   */
  undo?: (ids: readonly number[] | null) => { send: () => Promise<Reached>; words: ReachWords } | null;
};

type Answer = Extract<Reached, { ok: true }>["data"];

/**
 * Sees an act to its end, however long it takes: says how it ended, offers to undo it, and has the page that is shown then
 * look again.
 */
export function useReach(): (answer: Answer, words: ReachWords) => void {
  const services = useServices();
  const toasts = useToasts();
  const { revalidate } = useRevalidator();

  function over(words: ReachWords, reached: number, skipped: number, ids: readonly number[] | null): void {
    const back = reached > 0 ? words.undo?.(ids) : null;
    const sentence = words.done(reached) + (skipped > 0 ? ` ${operationsCopy.skipped(skipped)}` : "");
    const takeBack = async (): Promise<void> => {
      const result = await back?.send();
      if (result?.ok && back) reach(result.data, back.words);
      else if (result?.ok === false) toasts.show(result.message);
    };
    toasts.show(sentence, back ? { label: copy.actions.undo, run: () => void takeBack() } : undefined);
    void revalidate();
  }

  function reach(answer: Answer, words: ReachWords): void {
    if ("entries" in answer) {
      const ids = answer.entries.map(({ entry }) => entry.id);
      over(words, answer.total, 0, ids);
      return;
    }
    operationsOf(services).follow(answer.operation, words.running, ({ status, result }) => {
      if (status === "done") {
        over(words, result?.affected ?? 0, result?.skipped ?? 0, null);
        return;
      }
      toasts.show(operationsCopy.gaveUp);
      void revalidate();
    });
  }

  return reach;
}
