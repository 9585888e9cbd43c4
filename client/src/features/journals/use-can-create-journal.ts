import { useSelector } from "@xstate/react";
import { useServices } from "../../shared/services.ts";
import { useStores } from "../../stores/use-stores.ts";

/** Whether the user may create a journal: a free account can have only one. Use it in observers only. */
export function useCanCreateJournal(): boolean {
  const { sessionActor } = useServices();
  const { journals } = useStores();
  const isPro = useSelector(sessionActor, ({ context }) => context.session?.user.is_pro ?? false);
  return isPro || (journals.all ?? []).length === 0;
}
