import { useRef } from "react";
import { useNavigate } from "react-router";
import { useServices } from "../../shared/services.ts";
import { useToasts } from "../../shared/ui/toast.tsx";
import { padCopy } from "./pad-copy.ts";
import type { PadSession } from "./pad-session.ts";

/**
 * What can be done with the entry as a whole.
 *
 * @param onTrashState told when the entry went to the trash or came back
 */
export function useEntryActs(session: PadSession, onTrashState: (isTrashed: boolean) => void) {
  const { api } = useServices();
  const toasts = useToasts();
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  const params = { journalId: String(session.journalId) };

  const idOf = (): number | undefined => session.actor.getSnapshot().context.saved?.id;

  async function restore(): Promise<boolean> {
    const id = idOf();
    if (id === undefined) return false;
    const result = await api.call(
      "restoreEntries",
      { params, body: { entry_ids: [id] } },
      { quiet401: true },
    );
    if (!result.ok) {
      toasts.show(result.message);
      return false;
    }
    onTrashState(false);
    session.actor.send({ type: "save.now" });
    return true;
  }

  /** A double click is one act. */
  async function trash(): Promise<void> {
    if (isLeaving.current) return;
    isLeaving.current = true;
    await moveToTrash();
    isLeaving.current = false;
  }

  async function moveToTrash(): Promise<void> {
    if (!(await session.flush())) {
      toasts.show(padCopy.trashUnsaved);
      return;
    }
    const id = idOf();
    if (id === undefined) return;
    const result = await api.call("deleteEntries", { params, body: { entry_ids: [id] } }, { quiet401: true });
    if (!result.ok) {
      toasts.show(result.message);
      return;
    }
    const path = `/journals/${session.journalId}/${id}`;
    await navigate(`/journals/${session.journalId}/entries`);
    const undo = async () => {
      const undone = await api.call("restoreEntries", { params, body: { entry_ids: [id] } });
      if (undone.ok) await navigate(path);
      else toasts.show(undone.message);
    };
    toasts.show(padCopy.trashed, { label: padCopy.undo, run: () => void undo() });
  }

  return { restore, trash };
}
