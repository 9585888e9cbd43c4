import type { Sleep } from "../clock.ts";

const maxWaitMs = 2_000;
const saves = new Set<() => Promise<void>>();

/**
 * Registers a save that a log-out runs first, because the server refuses it afterwards.
 *
 * @returns a function that unregisters the save
 */
export function registerSaveBeforeLogout(save: () => Promise<void>): () => void {
  saves.add(save);
  return () => void saves.delete(save);
}

/** Runs the registered saves, and waits for them for at most two seconds. */
export async function runSavesBeforeLogout(sleep: Sleep): Promise<void> {
  if (saves.size > 0) await Promise.race([Promise.all([...saves].map((save) => save())), sleep(maxWaitMs)]);
}
