import type { CommandHandler } from "@daybook/platform/commands/handle-command";
import type { Logger } from "@daybook/platform/logger";
import type { Credentials } from "@daybook/platform/identity/credentials";
import type { KeyVault } from "@daybook/platform/vault/key-vault";
import type { Locks } from "@daybook/platform/locks/locks";
import type { Links } from "@daybook/platform/identity/links";
import type { LookBacks } from "@daybook/platform/looking-glass/look-backs";
import type { Analytics } from "@daybook/platform/analytics/analytics";
import type { BotCheck } from "@daybook/platform/bot-check/bot-check";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import type { BulkMail } from "@daybook/platform/mail/enqueue-many";
import type { MailCause, MailContent } from "@daybook/platform/mail/mail";
import type { Blobs } from "@daybook/platform/blobs/blobs";
import type { Images } from "@daybook/platform/images/images";
import type { PhotoStore } from "@daybook/platform/photos/photo-store";
import type { Capabilities } from "@daybook/platform/identity/capabilities";
import type { Recipient } from "@daybook/platform/mail/recipient";
import type { SearchIndex } from "@daybook/platform/search/search-index";
import type { Shares } from "@daybook/platform/sharing/shares";
import type { TagNames } from "@daybook/platform/tags/tag-names";
import type { FileRewriter } from "@daybook/platform/postgres/rewrite-files";
import type { RateLimits } from "@daybook/platform/rate-limits/rate-limits";
import type { Orders } from "@daybook/platform/payments/orders";
import type { Renewals } from "@daybook/platform/payments/renewals";
import type { PaymentMethods } from "@daybook/platform/payments/payment-methods";
import type { Payments } from "@daybook/platform/payments/payments";
import type { Promotions } from "@daybook/platform/payments/promotions";
import type { Refunds } from "@daybook/platform/payments/refunds";
import type { Moves } from "@daybook/platform/processes/moves";
import type { Operations } from "@daybook/platform/processes/operations";
import type { Passwords } from "@daybook/platform/identity/passwords";
import type { Sessions } from "@daybook/platform/identity/sessions";
import type { PositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import type { JournalSummary } from "@daybook/read-models/queries/journals";
import type { ClientBase, Pool } from "pg";
import type { Prompt } from "@daybook/content/prompts";
import type { TextWork } from "./texts/text-work.ts";
import type { WordBagCache } from "./entries/word-bag-cache.ts";

/** A mail to send: a template with ids, rendered when it is sent. */
export type MailRequest = MailContent & {
  readonly id: number;
  /** The account of the mail; `null` when the account no longer exists at the time of sending. */
  readonly userId: number | null;
  /**
   * The name and address, unencrypted; the outbox stores them sealed. Without this field, the mail goes to the name and address that
   * the account has at the time of sending.
   */
  readonly recipient?: Recipient;
  /** Requests with the same key send one mail. Defaults to template and id. */
  readonly dedupeKey?: string;
  /** The entry whose title or text the mail shows. */
  readonly entryId?: number;
};

/** What use cases depend on. {@link createApplication} builds it once per process. */
export type Application = {
  readonly clock: { now(): number };
  readonly newId: () => number;
  readonly logger: Logger;
  /** For queries on the read models. */
  readonly pool: Pool;
  /** A journal of any account, from the read model. Concurrent calls share one query. */
  readonly journalById: (id: number) => Promise<JournalSummary | null>;
  readonly commands: CommandHandler;
  /** Reads the log of all events in order. */
  readonly readLog: EventStore["readAll"];
  readonly vault: KeyVault;
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly links: Links;
  readonly tagNames: TagNames;
  readonly shares: Shares;
  /** What Looking Glass has shown, and when its next mails are due. */
  readonly lookBacks: LookBacks;
  readonly rateLimits: RateLimits;
  /** Delays a rate-limited reply, so that an automated loop slows down. */
  readonly delayRefusal: () => Promise<void>;
  readonly locks: Locks;
  readonly botCheck: BotCheck;
  readonly payments: Payments;
  /** Which payment methods the accounts have stored at the payment provider. */
  readonly paymentMethods: PaymentMethods;
  /** The ledger of purchases. */
  readonly orders: Orders;
  /** The ledger of refunds. */
  readonly refunds: Refunds;
  /** When each membership is checked next: for the announcement of its renewal, the renewal, or its end. */
  readonly renewals: Renewals;
  /** Flash sales and promo codes. */
  readonly promotions: Promotions;
  readonly analytics: Analytics;
  /** Where people write for help. */
  readonly supportEmail: string;
  /** The page that a new account sees first. */
  readonly onboarding: "welcome" | "onboarding";
  /** Puts a mail into the outbox, with the command that asks for it. */
  readonly mail: (mail: MailRequest, cause: MailCause) => Promise<void>;
  /** Puts mails into the outbox in the transaction of `db`. */
  readonly mailAll: (mails: readonly BulkMail[], db: ClientBase) => Promise<void>;
  /** Deletes an account's mails, sent or not, with their files. */
  readonly forgetMailsOf: (userId: number) => Promise<void>;
  /** Deletes the mails of a journal's reminders, sent or not, with their files. */
  readonly forgetReminderMailsOf: (
    userId: number,
    journalId: number,
    reminderIds: readonly number[],
  ) => Promise<void>;
  /** The mails that show an entry's title or text and may have a file, in the order of their ids. */
  readonly findFiledMailsWithEntries: (
    afterId: number,
    limit: number,
  ) => Promise<readonly { readonly id: number; readonly entryId: number }[]>;
  /** Deletes the files of mails, and records the deletion for the mails that are sent. Without mail files (SMTP), only records it. */
  readonly removeMailFiles: (ids: readonly number[]) => Promise<void>;
  /** Deletes an account's rows in the command ledger. */
  readonly forgetCommandsOf: (userId: number) => Promise<void>;
  /** Checks uploaded pictures and creates their renderings. */
  readonly images: Images;
  readonly photos: PhotoStore;
  /** Stores the picture files of photos. */
  readonly blobs: Blobs;
  /** Bytes of photos that an account may store. */
  readonly photoQuota: { readonly free: number; readonly paid: number };
  readonly search: Pick<SearchIndex, "find" | "removeUser" | "rewrite" | "status">;
  /** Rewrites files of the database, so that they no longer contain what was erased or locked. */
  readonly files: FileRewriter;
  readonly capabilities: Capabilities;
  /** Runs work that no reply waits for. Stopping the server waits for it. */
  readonly inBackground: (name: string, work: (signal: AbortSignal) => Promise<void>) => void;
  /** Changes of many entries, and downgrades. */
  readonly operations: Operations;
  /** Entries that are being moved between journals. */
  readonly moves: Moves;
  /** Waits until read models have applied the log up to a position. */
  readonly waiter: PositionWaiter;
  /** Waits at most three seconds until the read models have all current events. */
  readonly waitUntilCaughtUp: () => Promise<void>;
  /** Reads, seals and compares texts; large ones in a thread. */
  readonly texts: TextWork;
  /** The words of recently saved texts. */
  readonly wordBags: WordBagCache;
  /** Picks a prompt for a person, other than their last one. */
  readonly pickPrompt: (userId: number) => Prompt;
  /** A keyed hash for one purpose, such as unique e-mail addresses or slugs. */
  readonly keyedHash: (purpose: string, value: string | Buffer) => string;
};
