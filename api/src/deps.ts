import type { CommandHandler } from "@daybook/platform/commands/handle-command";
import type { Logger } from "@daybook/platform/logger";
import type { Credentials } from "@daybook/platform/privacy/credentials";
import type { KeyVault } from "@daybook/platform/privacy/key-vault";
import type { Locks } from "@daybook/platform/privacy/locks";
import type { Links } from "@daybook/platform/privacy/links";
import type { Analytics } from "@daybook/platform/analytics/analytics";
import type { BotCheck } from "@daybook/platform/bot-check/bot-check";
import type { MailContent } from "@daybook/platform/mail/mail";
import type { Images } from "@daybook/platform/images/images";
import type { PhotoStore } from "@daybook/platform/photos/photo-store";
import type { Capabilities } from "@daybook/platform/privacy/capabilities";
import type { Recipient } from "@daybook/platform/mail/recipient";
import type { SearchIndex } from "@daybook/platform/search/search-index";
import type { Shares } from "@daybook/platform/privacy/shares";
import type { TagNames } from "@daybook/platform/privacy/tag-names";
import type { RateLimits } from "@daybook/platform/privacy/rate-limits";
import type { Moves } from "@daybook/platform/processes/moves";
import type { Operations } from "@daybook/platform/processes/operations";
import type { Passwords } from "@daybook/platform/privacy/passwords";
import type { Sessions } from "@daybook/platform/privacy/sessions";
import type { PositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import type { JournalSummary } from "@daybook/read-models/queries/journals";
import type { Pool } from "pg";
import type { Prompt } from "@daybook/content/prompts";
import type { ClientApplication } from "./http/authenticate.ts";
import type { WordMemory } from "./routes/word-memory.ts";

/** A mail to be: a template with ids, rendered when it is sent. */
export type MailRequest = MailContent & {
  readonly id: number;
  /** The account that it goes to; `null` for one that is gone by then. */
  readonly userId: number | null;
  /** Name and address in clear, when they are not the account's own at the time of sending; sealed before they are kept. */
  readonly recipient?: Recipient;
  /** Of two requests with one key, one is a mail; the id, when it is left out. */
  readonly dedupeKey?: string;
};

/** What route handlers work with; built once in `main.ts`. */
export type ApiDeps = {
  readonly clock: { now(): number };
  readonly newId: () => number;
  readonly logger: Logger;
  /** Reads of the read models. */
  readonly pool: Pool;
  /** A journal as the read model has it, whoever owns it; requests at the same time share the round trip. */
  readonly journalById: (id: number) => Promise<JournalSummary | null>;
  readonly commands: CommandHandler;
  readonly vault: KeyVault;
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly links: Links;
  readonly tagNames: TagNames;
  readonly shares: Shares;
  readonly rateLimits: RateLimits;
  /** Lets whoever was refused for trying too often wait, so that a loop of tries takes little from others. */
  readonly holdBack: () => Promise<void>;
  readonly locks: Locks;
  readonly botCheck: BotCheck;
  readonly analytics: Analytics;
  /** Where a new account is led first. */
  readonly onboarding: "welcome" | "onboarding";
  /** Puts a mail into the outbox. */
  readonly mail: (mail: MailRequest) => Promise<void>;
  /** Takes an account's mails out of the outbox, sent or not. */
  readonly forgetMailsOf: (userId: number) => Promise<void>;
  /** Forgets what an account asked for, and the answers that are kept of it. */
  readonly forgetActsOf: (userId: number) => Promise<void>;
  /** Makes of uploaded pictures what is kept of them. */
  readonly images: Images;
  readonly photos: PhotoStore;
  /** How many bytes of photos an account may keep. */
  readonly photoQuota: { readonly free: number; readonly paid: number };
  readonly search: Pick<SearchIndex, "find" | "removeUser">;
  readonly capabilities: Capabilities;
  /** Runs work that no answer waits for; the server's stop waits for it. */
  readonly inBackground: (name: string, work: (signal: AbortSignal) => Promise<void>) => void;
  /** Long acts, and entries on their way between journals. */
  readonly operations: Operations;
  readonly moves: Moves;
  readonly waiter: PositionWaiter;
  /** Waits, for three seconds at most, until the read models have what is in the log now. */
  readonly caughtUp: () => Promise<void>;
  readonly client: ClientApplication;
  readonly words: WordMemory;
  /** A prompt for somebody, never the one that they got last. */
  readonly pickPrompt: (userId: number) => Prompt;
  /** A keyed hash for one purpose, as for unique e-mail addresses and slugs. */
  readonly keyedHash: (purpose: string, value: string | Buffer) => string;
};
