import type { LockType } from "@daybook/domain/contract/lock-types";
import { entryDecider } from "@daybook/domain/entry/decider";
import type { EntryCommand } from "@daybook/domain/entry/entry";
import { type JournalCommand, journalDecider } from "@daybook/domain/journal/decider";
import { contentKeyId, streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { seal } from "@daybook/platform/vault/seal";
import type { Command, Actor, Refusal } from "../context.ts";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";
import { ensureContentKey } from "../access/content-key.ts";
import { type EntryPath, findEntryMetadata } from "../access/entry-access.ts";
import { findJournalMetadata } from "../access/journal-access.ts";
import type { LockTargetKind, LockView } from "../access/lock-gate.ts";

/**
 * A change of a lock, to be recorded in the log. `auto` means auto-lock. `by` says who removed the lock: the owner with the password or
 * recovery code, or a mailed link without them.
 */
type RecordedLockChange =
  | {
      readonly kind: "locked";
      readonly type: LockType;
      readonly hint: string;
      readonly remember: boolean;
      readonly auto: boolean;
    }
  | { readonly kind: "removed"; readonly by: "owner" | "link" }
  | { readonly kind: "auto"; readonly auto: boolean };

/** A journal or an entry of the actor that has a lock or may get one. */
export type LockTarget = {
  readonly kind: LockTargetKind;
  readonly id: number;
  readonly stream: string;
  /** The key that an open lock gives access to. */
  readonly keyId: string;
  readonly lock: LockView | null;
  readonly isInTrash: boolean;
  readonly sealHint: (hint: string) => string;
  /** Records in the log a change that the vault has made already. Refused when the target was erased in the meantime. */
  readonly record: (command: Command, change: RecordedLockChange) => Promise<Rejection | null>;
};

/** Finds the actor's journal, with or without a lock. Creates the journal's content key if there is none. */
export async function findJournalLockTarget(
  app: Application,
  actor: Actor,
  journalId: number,
): Promise<LockTarget | Refusal> {
  const stream = streamOf.journal(journalId);
  const [journal, key] = await Promise.all([
    findJournalMetadata(app, actor, journalId),
    app.vault.openKey(stream),
  ]);
  if (isRejection(journal)) return journal;
  if (!key) return reject("not_found", "We couldn't find that journal in your account.");
  await ensureContentKey(app, journalId, actor.lockAccess);
  const sealHint = (hint: string) => seal(key, stream, "journal.password_hint", hint);

  function commandFor(change: RecordedLockChange, at: string): JournalCommand {
    switch (change.kind) {
      case "locked": {
        const { type: lockType, hint, remember, auto } = change;
        return {
          type: "LockJournal",
          data: { journalId, lockType, hint: sealHint(hint), remember, auto, at },
        };
      }
      case "removed":
        return { type: "RemoveJournalLock", data: { journalId, by: change.by, at } };
      case "auto":
        return { type: "ChangeJournalAutoLock", data: { journalId, auto: change.auto, at } };
    }
  }

  return {
    kind: "journal",
    id: journalId,
    stream,
    keyId: contentKeyId(journalId),
    lock: journal.lock,
    isInTrash: journal.status === "trashed",
    sealHint,
    async record(command, change) {
      const result = await app.commands.execute({
        decider: journalDecider,
        stream,
        commands: [commandFor(change, command.at)],
        context: childCommand(command, `lock ${change.kind}`),
      });
      return isRejection(result) ? result : null;
    },
  };
}

/** Finds the actor's entry, with or without a lock. Refused while the lock of its journal is closed. */
export async function findEntryLockTarget(
  app: Application,
  actor: Actor,
  path: EntryPath,
): Promise<LockTarget | Refusal> {
  const entry = await findEntryMetadata(app, actor, path);
  if (isRejection(entry)) return entry;
  const { entryId } = path;
  const stream = streamOf.entry(entryId);
  const sealHint = (hint: string) => seal(entry.titleKey, stream, "entry.password_hint", hint);

  function commandsFor(change: RecordedLockChange, at: string): EntryCommand[] {
    switch (change.kind) {
      case "locked": {
        const { hint, remember, auto } = change;
        return [{ type: "LockEntry", data: { entryId, hint: sealHint(hint), remember, auto, at } }];
      }
      case "removed":
        return [{ type: "RemoveEntryLock", data: { entryId, by: change.by, at } }];
      // An entry's auto-lock is only set together with the lock.
      case "auto":
        return [];
    }
  }

  return {
    kind: "entry",
    id: entryId,
    stream,
    keyId: stream,
    lock: entry.lock,
    isInTrash: entry.state.status === "trashed",
    sealHint,
    async record(command, change) {
      const result = await app.commands.execute({
        decider: entryDecider,
        stream,
        commands: commandsFor(change, command.at),
        context: childCommand(command, `lock ${change.kind}`),
      });
      return isRejection(result) ? result : null;
    },
  };
}
