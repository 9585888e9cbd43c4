import type { createBrowserRouter } from "react-router";
import type { Services } from "./shared/services.ts";

type Router = Pick<ReturnType<typeof createBrowserRouter>, "revalidate" | "state">;

/** How often it is looked whether a lock has closed by itself, in milliseconds. The wall clock counts: computers sleep. */
const looksEvery = 30_000;

/**
 * Forgets what was closed in another tab, and leads to its lock when the page is of it. Another browser cannot tell: what it
 * closed is found when the page is looked at again, or refuses an act. A lock that closes by itself is looked after when its
 * time has come.
 */
export function followClosings(
  router: Router,
  { closings, journals, entries, unlocks }: Pick<Services, "closings" | "journals" | "entries" | "unlocks">,
  page: Pick<Document, "addEventListener" | "visibilityState">,
): void {
  const openOnes = () => (journals.all ?? []).filter((journal) => journal.is_unlocked);
  const shown = (): number | null => Number(router.state.matches.at(-1)?.params.journalId) || null;

  closings.follow(async () => {
    await journals.load();
    for (const { id, is_unlocked: isOpen } of journals.all ?? []) if (!isOpen) unlocks.delete(id);
    // An entry may be what was closed; lists are fetched again as they are shown.
    entries.clear();
    await router.revalidate();
  }, shown);

  /** Asks how the journals stand, which keeps none of them open. */
  async function lookAgain(): Promise<void> {
    const open = openOnes();
    if (open.length === 0) return;
    const result = await journals.load(undefined, { retries: 0 });
    if (!result.ok) return;
    if (open.some(({ id }) => journals.find(id)?.is_unlocked === false)) closings.notice();
  }

  page.addEventListener("visibilitychange", () => {
    if (page.visibilityState === "visible") void lookAgain();
  });
  setInterval(() => {
    const idle = openOnes().filter(({ id, auto_lock: auto }) => auto && closings.isIdle(id));
    if (idle.length > 0) void lookAgain();
    const here = shown();
    if (here === null || !closings.hasAuto(here) || !closings.isIdle(here)) return;
    // Only the entry itself can tell: it is asked for as the page is made anew, and once.
    closings.used(here);
    closings.notice();
  }, looksEvery);
}
