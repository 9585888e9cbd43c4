import type { Position } from "@daybook/platform/event-store/event-store";
import type { ApiDeps } from "../deps.ts";

/** The read models that a route's answer, or the next request after it, relies on. */
export type ReadModel =
  | "account"
  | "journal-list"
  | "entry-page"
  | "entry-versions"
  | "entry-photos"
  | "tags"
  | "public-links";

const patience = 2_000;

/**
 * Waits until the named read models have reached an act's position, for two seconds at most. `false` means that they are
 * late: the write stands all the same, and its answer comes from the folded state.
 */
export async function projected(
  deps: ApiDeps,
  names: readonly ReadModel[],
  position: Position | null,
): Promise<boolean> {
  if (position === null) return true;
  return deps.waiter.waitFor(names, position, patience);
}
