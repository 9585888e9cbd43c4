import type { createBrowserRouter } from "react-router";
import type { Services } from "../shared/services.ts";

type Router = Pick<ReturnType<typeof createBrowserRouter>, "revalidate" | "state">;

/** How often to look for auto-locks whose idle time is over, in milliseconds. A single timer could be late, because computers sleep. */
const checkIntervalMs = 30_000;

/**
 * When another tab locks something, clears the loaded entries, and redirects to the unlock page if the page on screen is locked now.
 * Another browser sends no message. A journal that was locked there is noticed when this page becomes visible again. An entry that was
 * locked there is noticed when the server refuses a change. An auto-lock is checked when its idle time is over.
 */
export function followLockSync(
  router: Router,
  services: Pick<Services, "lockSync" | "stores" | "unlocks">,
  page: Pick<Document, "addEventListener" | "visibilityState">,
): void {
  const { lockSync, unlocks } = services;
  const loadedJournals = () => services.stores?.journals.loaded ?? [];
  const unlockedJournals = () => loadedJournals().filter((journal) => journal.is_unlocked);
  const findIdInPath = (name: "journalId" | "entryId"): number | null =>
    Number(router.state.matches.at(-1)?.params[name]) || null;
  const findCurrentJournalId = () => findIdInPath("journalId");

  lockSync.setReload(async () => {
    await services.stores?.journals.load();
    for (const { id, is_unlocked: isUnlocked } of loadedJournals()) if (!isUnlocked) unlocks.delete(id);
    // Perhaps only a single entry was locked, and nothing says which one. Lists load again when they are shown.
    services.stores?.entries.clear();
    await router.revalidate();
  }, findCurrentJournalId);

  /** Loads the lock states, and reloads the page when a journal was locked. The request does not count as use of a journal. */
  async function checkLocks(): Promise<void> {
    const unlockedBefore = unlockedJournals();
    if (unlockedBefore.length === 0) return;
    const journals = services.stores?.journals;
    await journals?.load({ retries: 0 });
    if (unlockedBefore.some(({ id }) => journals?.find(id)?.is_unlocked === false)) lockSync.reload();
  }

  page.addEventListener("visibilitychange", () => {
    if (page.visibilityState === "visible") void checkLocks();
  });
  setInterval(() => {
    const idleJournals = unlockedJournals().filter(
      ({ id, auto_lock: hasAutoLock }) => hasAutoLock && lockSync.isIdle(id),
    );
    if (idleJournals.length > 0) void checkLocks();
    const journalId = findCurrentJournalId();
    if (journalId === null || !lockSync.isIdle(journalId)) return;
    if (!lockSync.mightShowAutoLockEntry(journalId, findIdInPath("entryId"))) return;
    // Only loading the entry itself shows whether it is locked. `markUsed` prevents a reload at each check.
    lockSync.markUsed(journalId);
    lockSync.reload();
  }, checkIntervalMs);
}
