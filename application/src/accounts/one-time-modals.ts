import { hasSeenModal } from "@daybook/domain/account/decider";
import { tierAt } from "@daybook/domain/account/tier";
import type { OneTimeModal } from "@daybook/domain/contract/settings-values";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Promotion } from "@daybook/domain/plans/promotion";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { findPowerUserOffer } from "../plans/find-promotions.ts";
import { changeAccount, loadAccount } from "./change-account.ts";

/** A modal that a person sees only once: each flash sale once, the offer for power users once ever. */
export type ModalView = {
  readonly modal: OneTimeModal;
  /** Whether the client should show the modal now. */
  readonly isShown: boolean;
  /** What the modal is about; `null` when there is nothing to show to this person. */
  readonly promotion: Promotion | null;
};

/** The promotion that a modal is about, if the account gets it now. Paid accounts get none. */
async function findPromotionOfModal(
  app: Application,
  userId: number,
  modal: OneTimeModal,
  at: string,
): Promise<Promotion | null> {
  if (modal === "power_user_sale") return findPowerUserOffer(app, userId, at);
  const { membership } = await loadAccount(app, userId);
  if (tierAt(membership, at) !== "free") return null;
  return (await app.promotions.findFlashSales(at))[0] ?? null;
}

/** A modal that was seen at or after this time is not shown again. `""` is before every time, so it means "ever". */
const seenSince = (modal: OneTimeModal, { startsAt }: Promotion): string =>
  modal === "flash_sale" ? startsAt : "";

/** Returns whether to show a modal to the actor, and its promotion. */
export async function readOneTimeModal(
  app: Application,
  { actor, command }: Context,
  modal: OneTimeModal,
): Promise<ModalView> {
  const promotion = await findPromotionOfModal(app, actor.userId, modal, command.at);
  const account = await loadAccount(app, actor.userId);
  const isShown = promotion !== null && !hasSeenModal(account, modal, seenSince(modal, promotion));
  return { modal, isShown, promotion };
}

/** Records that the actor has seen a modal. Without a promotion there was nothing to see, and nothing is recorded. */
export async function markOneTimeModalSeen(
  app: Application,
  context: Context,
  modal: OneTimeModal,
): Promise<ModalView | Refusal> {
  const { actor, command } = context;
  const promotion = await findPromotionOfModal(app, actor.userId, modal, command.at);
  if (promotion) {
    const accountChange = await changeAccount(app, actor.userId, command, "modal", {
      type: "MarkOneTimeModalSeen",
      data: { modal, at: command.at },
      since: seenSince(modal, promotion),
    });
    if (isRejection(accountChange)) return accountChange;
  }
  return readOneTimeModal(app, context, modal);
}
