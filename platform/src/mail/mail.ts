import { Id } from "@daybook/domain/kernel/ids";
import { z } from "zod";
import type { SealedRecipient } from "./recipient.ts";

const noParams = z.strictObject({});
const linkParams = z.strictObject({ linkId: Id });

/**
 * The mails that Daybook sends, with what each needs for rendering: ids, times and plain codes. Tokens, and the name and address of an
 * account, are looked up when the mail is sent. Any other recipient is sealed; see {@link NewMail.recipient}.
 */
export const mailParams = {
  welcome: noParams,
  /** `linkId` of a link of purpose `login`. */
  login_link: linkParams,
  /** `linkId` of a link of purpose `reset_password`. */
  password_code: linkParams,
  /**
   * `linkId` of a link of purpose `confirm_email`. Seal the address to confirm as the recipient, so that a delayed mail does not go to
   * the address of a later request. Mails of earlier versions go to the pending address.
   */
  confirm_email: linkParams,
  /**
   * Sent to the address that is being replaced. Seal that address as the recipient, so that a delayed mail does not go to the
   * new one.
   */
  email_change_notice: noParams,
  password_changed: noParams,
  /** A link to the page that deletes an account. It has no token. */
  delete_link: noParams,
  /** `linkId` of a link of purpose `unlock …`; `entryId` when the lock is an entry's. */
  unlock_link: z.strictObject({ linkId: Id, journalId: Id, entryId: Id.nullable() }),
  /** The account is gone when this is sent, so the outbox has the sealed recipient and `userId` is `null`. */
  account_deleted: noParams,
  /**
   * `localDate` of the occurrence, `YYYY-MM-DD`, and when it was due (milliseconds since 1970). Mails of earlier versions have no
   * `dueAt`.
   */
  reminder: z.strictObject({
    journalId: Id,
    reminderId: Id,
    localDate: z.string(),
    dueAt: z.number().optional(),
  }),
  /** An entry for a person whose address is sealed as the recipient; `shareId` of a share in the vault. */
  share: z.strictObject({ shareId: Id }),
  /** A paid order of the account. */
  receipt: z.strictObject({ orderId: Id }),
  /** The account was downgraded to the tier `to`. */
  downgraded: z.strictObject({ to: z.enum(["free", "pro"]) }),
  /** An order of the account that was paid back. */
  refunded: z.strictObject({ orderId: Id }),
  /** The membership that ends at this time renews itself soon. */
  renewal_upcoming: z.strictObject({ endsAt: z.iso.datetime() }),
  /** An attempt to pay a renewal failed. */
  payment_failed: z.strictObject({ endsAt: z.iso.datetime(), attempt: z.number().int() }),
  /** The membership that ended at this time was not renewed. */
  membership_expired: z.strictObject({ endsAt: z.iso.datetime() }),
  /** An entry of the account for a look-back that was due at this time (milliseconds since 1970) and date. */
  look_back: z.strictObject({
    entryId: Id,
    localDate: z.iso.date(),
    dueAt: z.number(),
    /** True for the first one of an account, which also explains Looking Glass. */
    isFirst: z.boolean(),
  }),
} as const;

/** The name of a mail. */
export type MailTemplate = keyof typeof mailParams;

/** A mail's template and its parameters. */
export type MailContent = {
  [T in MailTemplate]: { readonly template: T; readonly params: z.infer<(typeof mailParams)[T]> };
}[MailTemplate];

/** The command that requested a mail, with the correlation id of the original click. */
export type MailCause = { readonly commandId: string; readonly correlationId?: string };

/** A mail to send. */
export type NewMail = MailContent & {
  readonly id: number;
  readonly cause: MailCause;
  /** The account of the mail. Deleting the account deletes the mail. `null` for a mail that outlives its account. */
  readonly userId: number | null;
  /** The recipient when it is not the account's address at the time of sending; see `sealRecipient`. */
  readonly recipient: SealedRecipient | null;
  /** The entry whose title or text the mail shows. The file of the mail is deleted when the entry is erased or protected by an encryption lock. */
  readonly entryId?: number;
  /** Such as `receipt 7`. Of mails with the same key, only the first is sent. */
  readonly dedupeKey: string;
};

/** The template and parameters of a stored mail, or `null` when this version does not know such a mail. */
export function parseContent(template: string, params: unknown): MailContent | null {
  if (!Object.hasOwn(mailParams, template)) return null;
  const parsedParams = mailParams[template as MailTemplate].safeParse(params);
  return parsedParams.success ? ({ template, params: parsedParams.data } as MailContent) : null;
}
