import type { CommandHandler } from "@daybook/platform/commands/handle-command";
import type { Logger } from "@daybook/platform/logger";
import type { Credentials } from "@daybook/platform/privacy/credentials";
import type { KeyVault } from "@daybook/platform/privacy/key-vault";
import type { Passwords } from "@daybook/platform/privacy/passwords";
import type { Sessions } from "@daybook/platform/privacy/sessions";
import type { PositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import type { JournalSummary } from "@daybook/read-models/queries/journals";
import type { Pool } from "pg";
import type { ClientApplication } from "./http/authenticate.ts";
import type { WordMemory } from "./routes/word-memory.ts";

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
  readonly waiter: PositionWaiter;
  readonly client: ClientApplication;
  readonly words: WordMemory;
  /** A keyed hash for one purpose, as for unique e-mail addresses and slugs. */
  readonly keyedHash: (purpose: string, value: string | Buffer) => string;
};
