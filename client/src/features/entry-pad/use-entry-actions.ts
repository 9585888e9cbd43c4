import { useRef } from "react";
import { useNavigate } from "react-router";
import { useServices } from "../../shared/services.ts";
import { useToasts } from "../../shared/ui/toast.tsx";
import { useIsOnPage } from "../../shared/use-is-on-page.ts";
import { withActions } from "./load-actions.ts";
import { padText } from "./pad-text.ts";
import type { PadSession } from "./session/pad-session.ts";

/** With these options, a 401 does not lead away from the page, so that unsaved text stays on screen. */
const quietOptions = { quiet401: true } as const;

/**
 * Trashes and restores the entry of the pad. Before trashing, the entry is saved. Afterwards a toast offers to undo the trashing, and the
 * list of the journal opens if the user is still on the pad.
 *
 * @param onRestored called after a successful `restore`; not called after an undo, because an undo opens the entry again
 */
export function useEntryActions(session: PadSession, onRestored: () => void) {
  const { api } = useServices();
  const toasts = useToasts();
  const navigate = useNavigate();
  const isOnPage = useIsOnPage();
  const isTrashing = useRef(false);
  const { journalId } = session;

  const entryId = (): number | undefined => session.actor.getSnapshot().context.saved?.id;

  async function restore(): Promise<boolean> {
    const id = entryId();
    if (id === undefined) return false;
    const result = await withActions((actions) =>
      actions.restoreEntries(api, journalId, { ids: [id] }, quietOptions),
    );
    if (!result.ok) {
      toasts.show(result.message);
      return false;
    }
    onRestored();
    session.actor.send({ type: "save.now" });
    return true;
  }

  /** Ignores the second click of a double click. */
  async function trash(): Promise<void> {
    if (isTrashing.current) return;
    isTrashing.current = true;
    await saveAndTrash();
    isTrashing.current = false;
  }

  async function saveAndTrash(): Promise<void> {
    if (!(await session.flush())) {
      toasts.show(padText.trashUnsaved);
      return;
    }
    const id = entryId();
    if (id === undefined) return;
    const result = await withActions((actions) =>
      actions.trashEntries(api, journalId, { ids: [id] }, quietOptions),
    );
    if (!result.ok) {
      toasts.show(result.message);
      return;
    }
    if (isOnPage()) await navigate(`/journals/${journalId}/entries`);
    const undo = async () => {
      const restoreResult = await withActions((actions) =>
        actions.restoreEntries(api, journalId, { ids: [id] }),
      );
      if (restoreResult.ok) await navigate(`/journals/${journalId}/${id}`);
      else toasts.show(restoreResult.message);
    };
    toasts.show(padText.trashed, { label: padText.undo, run: () => void undo() });
  }

  return { restore, trash };
}
