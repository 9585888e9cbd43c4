import type { createBrowserRouter } from "react-router";
import type { Services } from "./shared/services.ts";

type Router = Pick<ReturnType<typeof createBrowserRouter>, "revalidate">;

/**
 * Forgets what was closed in another tab, and leads to its lock when the page is of it. Another browser cannot tell: what it
 * closed is found when the page is looked at again.
 */
export function followClosings(
  router: Router,
  { closings, journals, entries, unlocks }: Pick<Services, "closings" | "journals" | "entries" | "unlocks">,
  page: Pick<Document, "addEventListener" | "visibilityState">,
): void {
  closings.follow(async () => {
    await journals.load();
    for (const { id, is_unlocked: isOpen } of journals.all ?? []) if (!isOpen) unlocks.delete(id);
    // An entry may be what was closed; lists are fetched again as they are shown.
    entries.clear();
    await router.revalidate();
  });
  page.addEventListener("visibilitychange", () => {
    const open = (journals.all ?? []).filter((journal) => journal.is_unlocked);
    if (page.visibilityState !== "visible" || open.length === 0) return;
    void journals.load().then((result) => {
      if (result.ok && open.some(({ id }) => journals.find(id)?.is_unlocked === false)) closings.notice();
    });
  });
}
