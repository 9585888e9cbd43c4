import type { OneTimeModal } from "@daybook/domain/contract/settings-values";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { changeAccount } from "./change-account.ts";

/** A modal that is shown to a person only once. */
export type ModalView = {
  readonly modal: OneTimeModal;
  readonly isShown: boolean;
  readonly promoCode: string | null;
};

/** Returns whether to show a modal to the caller: never, because there are no promotions yet. */
export const readOneTimeModal = (
  _app: Application,
  _context: Context,
  modal: OneTimeModal,
): Promise<ModalView> => Promise.resolve({ modal, isShown: false, promoCode: null });

/** Records that the caller has seen a modal. */
export async function seeOneTimeModal(
  app: Application,
  context: Context,
  modal: OneTimeModal,
): Promise<ModalView | Refusal> {
  const { actor, command } = context;
  const accountChange = await changeAccount(app, actor.userId, command, "modal", {
    type: "SeeOneTimeModal",
    data: { modal, at: command.at },
  });
  return isRejection(accountChange) ? accountChange : readOneTimeModal(app, context, modal);
}
