import { Id } from "@daybook/domain/kernel/ids";
import { z } from "zod";
import type { SealedRecipient } from "./recipient.ts";

const nothing = z.strictObject({});
const link = z.strictObject({ linkId: Id });

/**
 * The mails that Daybook sends, with what each needs to be rendered: ids and plain codes. A name, an address or a token is
 * never among them; it is looked up when the mail is sent.
 */
export const mailParams = {
  welcome: nothing,
  /** `linkId` of a link of purpose `login`. */
  login_link: link,
  /** `linkId` of a link of purpose `reset_password`. */
  password_code: link,
  /** `linkId` of a link of purpose `confirm_email`; goes to the address that is to be confirmed. */
  confirm_email: link,
  /** Goes to the address that is about to be replaced: seal it as the recipient, lest a late mail reach the new one. */
  email_change_notice: nothing,
  password_changed: nothing,
  delete_link: nothing,
  /** `linkId` of a link of purpose `unlock …`; `entryId` when the lock is an entry's. */
  unlock_link: z.strictObject({ linkId: Id, journalId: Id, entryId: Id.nullable() }),
  /** The account is gone when this is sent, so its recipient is sealed into the outbox and `userId` is `null`. */
  account_deleted: nothing,
  /** An entry for somebody whose address is sealed as the recipient; `shareId` of a share in the vault. */
  share: z.strictObject({ shareId: Id }),
} as const;

/** The name of a mail. */
export type MailTemplate = keyof typeof mailParams;

/** A mail's template with the parameters that belong to it. */
export type MailContent = {
  [T in MailTemplate]: { readonly template: T; readonly params: z.infer<(typeof mailParams)[T]> };
}[MailTemplate];

/** A mail that is to be sent. */
export type NewMail = MailContent & {
  readonly id: number;
  /** Whose mail it is; with the account, its mails are removed. `null` for a mail that outlives its account. */
  readonly userId: number | null;
  /** Where to, when the account's address at the time of sending would be wrong; see `sealRecipient`. */
  readonly recipient: SealedRecipient | null;
  /** Of mails with the same key only the first is ever sent, such as `login_link/7`. */
  readonly dedupeKey: string;
};

/** The template and parameters of a stored mail, or `null` when this version does not know such a mail. */
export function parseContent(template: string, params: unknown): MailContent | null {
  if (!Object.hasOwn(mailParams, template)) return null;
  const parsed = mailParams[template as MailTemplate].safeParse(params);
  return parsed.success ? ({ template, params: parsed.data } as MailContent) : null;
}
