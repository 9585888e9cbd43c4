import type { Journal } from "@daybook/domain/contract/journals";
import { useNavigate } from "react-router";
import type { ActionResult } from "../../shared/api-client.ts";
import { commonText } from "../../shared/common-text.ts";
import { journalLock } from "../../shared/lock-actions.ts";
import { useServices } from "../../shared/services.ts";
import { useToasts } from "../../shared/ui/toast.tsx";
import { storesOf } from "../../stores/use-stores.ts";
import { journalsText } from "./journals-text.ts";

/**
 * The actions on a journal.
 *
 * @param options.isOwnPage true on the journal's own page, which is left when the journal is deleted or locked
 * @param options.isOnPage whether the user is still on the page. Call `useIsOnPage` in a component that stays mounted while the page is
 *   open, because a menu or dialog is unmounted before the reply
 */
export function useJournalActions(
  { id, name }: Journal,
  { isOwnPage, isOnPage }: { isOwnPage: boolean; isOnPage: () => boolean },
) {
  const services = useServices();
  const { journals } = storesOf(services);
  const navigate = useNavigate();
  const toasts = useToasts();
  const leave = () => isOwnPage && isOnPage() && void navigate("/journals", { replace: true });

  const restore = async () => {
    const result = await journals.restore(id);
    toasts.show(result.ok ? journalsText.restored(name) : result.message);
  };
  return {
    rename: (newName: string) => journals.rename(id, newName),
    remove: async (): Promise<ActionResult> => {
      const result = await journals.remove(id);
      if (!result.ok) return result;
      toasts.show(journalsText.deleted(name), { label: commonText.actions.undo, run: () => void restore() });
      leave();
      return result;
    },
    lockNow: async (): Promise<void> => {
      const result = await journalLock(services, id).close();
      toasts.show(result.ok ? journalsText.locked(name) : result.message);
      if (!result.ok) return;
      if (isOnPage()) leave();
      // The user has opened another page in the meantime, which may show the locked journal too.
      else services.lockSync.reload();
    },
  };
}
