import type { Position } from "@daybook/platform/event-store/event-store";
import type { Application } from "./application.ts";

/** The read models that a reply, or the next request after it, depends on. */
export type ReadModel =
  | "account"
  | "journal-list"
  | "entry-page"
  | "entry-versions"
  | "entry-photos"
  | "tags"
  | "public-links";

const readModelTimeoutMs = 2_000;

/**
 * Waits up to two seconds until the named read models have reached a position. `false` when they are behind; the write is
 * stored anyway, and the reply uses the folded state.
 */
export async function waitForReadModels(
  app: Application,
  names: readonly ReadModel[],
  position: Position | null,
): Promise<boolean> {
  if (position === null) return true;
  return app.waiter.waitFor(names, position, readModelTimeoutMs);
}
