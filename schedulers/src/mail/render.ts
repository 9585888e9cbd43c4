import { streamOf } from "@daybook/domain/kernel/ids";
import { type MailContent, parseContent } from "@daybook/platform/mail/mail";
import type { ClaimedMail } from "@daybook/platform/mail/outbox";
import { openRecipient, type Recipient } from "@daybook/platform/mail/recipient";
import type { OutgoingMail } from "@daybook/platform/mail/transport";
import { type LinkPurpose, type Links, unlockPurpose } from "@daybook/platform/identity/links";
import { open } from "@daybook/platform/vault/seal";
import type { AccountRow } from "@daybook/read-models/tables";
import type { LookBackText, RequestedLookBack } from "@daybook/application/looking-glass/read-look-back";
import type { RenewalMailText, RequestedRenewalMail } from "@daybook/application/purchases/read-renewal-mail";
import type { OrderView } from "@daybook/application/purchases/view-orders";
import type { MailBody } from "./layout.ts";
import { findReminderMail, type ReminderDeps } from "./reminder-mail.ts";
import { findSharedPage, type ShareDeps } from "./share-mail.ts";
import { templates } from "./templates.ts";

/** The dependencies of rendering. */
export type RenderDeps = ShareDeps &
  ReminderDeps & {
    readonly links: Pick<Links, "tokenOf" | "isUsable">;
    /** An account from the read model. Concurrent calls should share one query. */
    readonly accountById: (userId: number) => Promise<AccountRow | null>;
    /** Reads what a look-back says at the moment of sending. */
    readonly readLookBack: (requested: RequestedLookBack) => Promise<LookBackText | "gone" | "later">;
    readonly readRenewalMail: (
      requested: RequestedRenewalMail,
    ) => Promise<RenewalMailText | "gone" | "later">;
    readonly readReceipt: (userId: number, orderId: number) => Promise<OrderView | "gone">;
    /** The origin of links, without a trailing slash. */
    readonly publicUrl: string;
    readonly from: string;
  };

/**
 * A rendered mail, or why there is none. `later`: the read models do not have its data yet. `gone`: it must not be sent any more,
 * because its recipient, content or link no longer exists, or because of a lock, a setting, or a long delay. `unknown`: it comes from
 * another version of Daybook.
 */
export type RenderResult =
  | { readonly kind: "ready"; readonly mail: OutgoingMail }
  | { readonly kind: "later"; readonly code: "account_not_ready" | "address_not_ready" | "content_not_ready" }
  | { readonly kind: "gone" }
  | { readonly kind: "unknown" };

type RenderedBody = MailBody & Pick<OutgoingMail, "listUnsubscribe">;

type RecipientResult =
  | { readonly kind: "found"; readonly to: Recipient }
  | Exclude<RenderResult, { kind: "ready" }>;

/** Mails whose content is looked up, not only the recipient. */
type MailWithContent =
  | "share"
  | "reminder"
  | "look_back"
  | "receipt"
  | "refunded"
  | "renewal_upcoming"
  | "payment_failed"
  | "membership_expired";

/** The single-use link that a mail contains, or `null`. */
function linkOf({
  template,
  params,
}: MailContent): { readonly id: number; readonly purpose: LinkPurpose } | null {
  switch (template) {
    case "login_link":
      return { id: params.linkId, purpose: "login" };
    case "password_code":
      return { id: params.linkId, purpose: "reset_password" };
    case "confirm_email":
      return { id: params.linkId, purpose: "confirm_email" };
    case "unlock_link": {
      const { linkId, journalId, entryId } = params;
      const stream = entryId === null ? streamOf.journal(journalId) : streamOf.entry(entryId);
      return { id: linkId, purpose: unlockPurpose(stream) };
    }
    default:
      return null;
  }
}

/**
 * Creates a function that renders a mail of the outbox when it is sent. It looks up tokens, and the account's name and address, so the
 * outbox does not store them, and a delayed mail goes to the current address. A mail with a sealed recipient goes to that recipient.
 */
export function createRender(deps: RenderDeps): (mail: ClaimedMail) => Promise<RenderResult> {
  const { accountById, vault, links, masterKey, publicUrl, from } = deps;

  async function findRecipient(mail: ClaimedMail, content: MailContent): Promise<RecipientResult> {
    const link = linkOf(content);
    if (link && !(await links.isUsable(link.id, link.purpose))) return { kind: "gone" };
    if (mail.recipient !== null) {
      return { kind: "found", to: openRecipient(masterKey, mail.id, mail.recipient) };
    }
    if (mail.userId === null) return { kind: "gone" };
    const stream = streamOf.account(mail.userId);
    const [key, account] = await Promise.all([vault.openKey(stream), accountById(mail.userId)]);
    // The vault is always up to date, so it decides whether the account exists.
    if (!key) return { kind: "gone" };
    if (!account) return { kind: "later", code: "account_not_ready" };
    const email = content.template === "confirm_email" ? account.pendingEmail : account.email;
    if (email === null) return { kind: "later", code: "address_not_ready" };
    const address = open(key, stream, "account.email", email);
    const firstName = open(key, stream, "account.first_name", account.firstName);
    return { kind: "found", to: { address, firstName } };
  }

  function fillTemplate(
    content: Exclude<MailContent, { template: MailWithContent }>,
    { address, firstName }: Recipient,
  ): MailBody {
    const commonData = { firstName, publicUrl };
    const link = linkOf(content);
    const token = link ? links.tokenOf(link.id, link.purpose) : "";
    switch (content.template) {
      case "login_link":
        return templates.login_link({ ...commonData, linkId: content.params.linkId, token });
      case "password_code":
        return templates.password_code({ ...commonData, token, email: address });
      case "confirm_email":
        return templates.confirm_email({ ...commonData, token });
      case "unlock_link": {
        const { journalId, entryId } = content.params;
        return templates.unlock_link({ ...commonData, journalId, entryId, token });
      }
      case "downgraded":
        return templates.downgraded({ ...commonData, to: content.params.to });
      case "welcome":
      case "email_change_notice":
      case "password_changed":
      case "delete_link":
      case "account_deleted":
        return templates[content.template](commonData);
    }
  }

  /** The `List-Unsubscribe` URL for one click. It needs https (RFC 8058). */
  const unsubscribeAt = (path: string) =>
    publicUrl.startsWith("https:") ? { listUnsubscribe: publicUrl + path } : {};

  type BodyResult = RenderedBody | "gone" | "later";

  /**
   * Reads the content of a mail while its recipient is looked up, and returns a function that writes the body for that recipient. The
   * content of a share is read by that function, because it depends on the recipient.
   */
  async function findBody(
    content: MailContent,
    userId: number | null,
  ): Promise<(to: Recipient) => BodyResult | Promise<BodyResult>> {
    if (content.template === "reminder") {
      const reminderMail = userId === null ? "gone" : await findReminderMail(deps, userId, content.params);
      if (typeof reminderMail === "string") return () => reminderMail;
      const unsubscribe = unsubscribeAt(reminderMail.stopPath);
      return ({ firstName }) => ({
        ...templates.reminder({ firstName, publicUrl, ...reminderMail }),
        ...unsubscribe,
      });
    }
    if (content.template === "look_back") {
      const { isFirst, ...requested } = content.params;
      const lookBack = userId === null ? "gone" : await deps.readLookBack({ ...requested, userId });
      if (typeof lookBack === "string") return () => lookBack;
      const unsubscribe = unsubscribeAt(lookBack.stopPath);
      const data = { publicUrl, isFirst, ...lookBack };
      return ({ firstName }) => ({ ...templates.look_back({ firstName, ...data }), ...unsubscribe });
    }
    if (content.template === "receipt" || content.template === "refunded") {
      const order = userId === null ? "gone" : await deps.readReceipt(userId, content.params.orderId);
      if (order === "gone") return () => order;
      const { template } = content;
      return ({ firstName }) => templates[template]({ firstName, publicUrl, ...order });
    }
    if (
      content.template === "renewal_upcoming" ||
      content.template === "payment_failed" ||
      content.template === "membership_expired"
    ) {
      const { template, params } = content;
      const requested = userId !== null && ({ ...params, userId, about: template } as RequestedRenewalMail);
      const text = requested ? await deps.readRenewalMail(requested) : "gone";
      if (typeof text === "string") return () => text;
      return ({ firstName }) => templates[template]({ firstName, publicUrl, ...text });
    }
    if (content.template !== "share") return (to) => fillTemplate(content, to);
    const { shareId } = content.params;
    return async (to) => {
      const sharedPage = await findSharedPage(deps, shareId, to);
      if (typeof sharedPage === "string") return sharedPage;
      return templates.share({ firstName: to.firstName, publicUrl, ...sharedPage });
    };
  }

  return async (mail) => {
    const content = parseContent(mail.template, mail.params);
    if (!content) return { kind: "unknown" };
    const [recipient, writeBody] = await Promise.all([
      findRecipient(mail, content),
      findBody(content, mail.userId),
    ]);
    if (recipient.kind !== "found") return recipient;
    const body = await writeBody(recipient.to);
    if (body === "gone") return { kind: "gone" };
    if (body === "later") return { kind: "later", code: "content_not_ready" };
    const { id, template, enqueuedAt } = mail;
    const messageId = `<mail-${id}@${new URL(publicUrl).hostname}>`;
    const envelope = { id, template, at: enqueuedAt, from, to: recipient.to.address, messageId };
    return { kind: "ready", mail: { ...envelope, ...body } };
  };
}
