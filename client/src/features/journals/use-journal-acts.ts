import type { Journal } from "@daybook/domain/contract/journals";
import { useNavigate } from "react-router";
import type { Outcome } from "../../stores/journals.store.ts";
import { copy } from "../../shared/copy.ts";
import { journalLock } from "../../shared/lock-acts.ts";
import { useServices } from "../../shared/services.ts";
import { useToasts } from "../../shared/ui/toast.tsx";
import { shelfCopy } from "./shelf-copy.ts";

/**
 * What can be done with a whole journal.
 *
 * @param inside true on the journal's own page, which is left when the journal goes or closes
 */
export function useJournalActs({ id, name }: Journal, inside: boolean) {
  const services = useServices();
  const { journals } = services;
  const navigate = useNavigate();
  const toasts = useToasts();
  const leave = () => inside && void navigate("/journals", { replace: true });

  const restore = async () => {
    const result = await journals.restore(id);
    toasts.show(result.ok ? shelfCopy.restored(name) : result.message);
  };
  return {
    rename: (next: string) => journals.rename(id, next),
    remove: async (): Promise<Outcome> => {
      const result = await journals.remove(id);
      if (!result.ok) return result;
      toasts.show(shelfCopy.deleted(name), { label: copy.actions.undo, run: () => void restore() });
      leave();
      return result;
    },
    lockNow: async (): Promise<void> => {
      const result = await journalLock(services, id).close();
      toasts.show(result.ok ? shelfCopy.locked(name) : result.message);
      if (result.ok) leave();
    },
  };
}
