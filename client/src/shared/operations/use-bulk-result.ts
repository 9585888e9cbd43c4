import { useRevalidator } from "react-router";
import { commonText } from "../common-text.ts";
import type { BulkResult } from "../entry-actions/entry-actions.ts";
import { useServices } from "../services.ts";
import { useToasts } from "../ui/toast.tsx";
import { operationsText } from "./operations-text.ts";
import { operationsOf } from "./operations.store.ts";

/** The messages of a bulk action. */
export type BulkActionText = {
  /** The message while the server works on the action in the background. */
  running: string;
  done: (affected: number) => string;
  /**
   * Returns how to undo the action, and the messages of the undo. When the action cannot be undone, `undo` is left out or returns null.
   *
   * @param ids the ids of the affected entries; null when only their number is known
   */
  undo?: (ids: readonly number[] | null) => { send: () => Promise<BulkResult>; text: BulkActionText } | null;
};

type Reply = Extract<BulkResult, { ok: true }>["data"];

/**
 * Handles the reply of a bulk action.
 *
 * @param count how many entries the action was for; left out when that is not known
 */
type ReportResult = (reply: Reply, text: BulkActionText, count?: number) => void;

/**
 * Returns a function that handles the reply of a bulk action: it follows a background operation to its end, shows the result as a
 * toast, offers to undo it, and reloads the data of the current page.
 */
export function useBulkResult(): ReportResult {
  const services = useServices();
  const toasts = useToasts();
  const { revalidate } = useRevalidator();

  function finish(
    text: BulkActionText,
    affected: number,
    skipped: number,
    ids: readonly number[] | null,
  ): void {
    const undo = affected > 0 ? text.undo?.(ids) : null;
    const message = text.done(affected) + (skipped > 0 ? ` ${operationsText.skipped(skipped)}` : "");
    const runUndo = async (): Promise<void> => {
      const result = await undo?.send();
      if (result?.ok && undo) report(result.data, undo.text);
      else if (result?.ok === false) toasts.show(result.message);
    };
    toasts.show(message, undo ? { label: commonText.actions.undo, run: () => void runUndo() } : undefined);
    void revalidate();
  }

  function report(reply: Reply, text: BulkActionText, count = 0): void {
    if ("entries" in reply) {
      const ids = reply.entries.map(({ entry }) => entry.id);
      finish(text, reply.total, Math.max(0, count - reply.total), ids);
      return;
    }
    operationsOf(services).follow(reply.operation, text.running, ({ status, result }) => {
      if (status === "done") {
        finish(text, result?.affected ?? 0, result?.skipped ?? 0, null);
        return;
      }
      toasts.show(operationsText.gaveUp);
      void revalidate();
    });
  }

  return report;
}
