import { entryDecider } from "@daybook/domain/entry/decider";
import type { EntryCommand } from "@daybook/domain/entry/entry";
import { type JournalCommand, journalDecider } from "@daybook/domain/journal/decider";
import { contentKeyOf, streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { seal } from "@daybook/platform/privacy/seal";
import type { Act, Actor, Refusal } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import { stepOf } from "../../http/act-step.ts";
import { ensureContentKey } from "../../policies/content-key.ts";
import { type EntryPath, entryOutside } from "../../policies/entry-access.ts";
import { journalOutside } from "../../policies/journal-access.ts";
import type { Locked, ShownLock } from "../../policies/lock-gate.ts";

/** What happened to a lock, for the log. */
export type LockFact =
  | {
      readonly fact: "locked";
      readonly type: 2 | 3;
      readonly hint: string;
      readonly remember: boolean;
      readonly auto: boolean;
    }
  | { readonly fact: "removed"; readonly by: "owner" | "link" }
  | { readonly fact: "auto"; readonly auto: boolean };

/** A journal or an entry of one's own, as it looks from outside, with what its lock is about. */
export type Lockable = {
  readonly what: Locked;
  readonly id: number;
  readonly stream: string;
  /** The key that a lock closes. */
  readonly keyId: string;
  readonly lock: ShownLock | null;
  readonly inTrash: boolean;
  readonly sealHint: (hint: string) => string;
  /** Puts into the log what the vault holds already. */
  readonly record: (act: Act, fact: LockFact) => Promise<Rejection | null>;
};

/** The caller's journal, locked or not. */
export async function lockableJournal(
  deps: ApiDeps,
  actor: Actor,
  journalId: number,
): Promise<Lockable | Refusal> {
  const stream = streamOf.journal(journalId);
  const [journal, key] = await Promise.all([
    journalOutside(deps, actor, journalId),
    deps.vault.openKey(stream),
  ]);
  if (isRejection(journal)) return journal;
  if (!key) return reject("not_found", "We couldn't find that journal in your account.");
  await ensureContentKey(deps, journalId, actor.opening);
  const sealHint = (hint: string) => seal(key, stream, "journal.password_hint", hint);

  function commandFor(fact: LockFact, at: string): JournalCommand {
    switch (fact.fact) {
      case "locked": {
        const { type: lockType, hint, remember, auto } = fact;
        return {
          type: "LockJournal",
          data: { journalId, lockType, hint: sealHint(hint), remember, auto, at },
        };
      }
      case "removed":
        return { type: "RemoveJournalLock", data: { journalId, by: fact.by, at } };
      case "auto":
        return { type: "ChangeJournalAutoLock", data: { journalId, auto: fact.auto, at } };
    }
  }

  return {
    what: "journal",
    id: journalId,
    stream,
    keyId: contentKeyOf(journalId),
    lock: journal.lock,
    inTrash: journal.status === "trashed",
    sealHint,
    async record(act, fact) {
      const recorded = await deps.commands.execute({
        decider: journalDecider,
        stream,
        commands: [commandFor(fact, act.at)],
        context: stepOf(act, `lock ${fact.fact}`),
      });
      return isRejection(recorded) ? recorded : null;
    },
  };
}

/** The caller's entry, locked or not, in a journal that is open. */
export async function lockableEntry(
  deps: ApiDeps,
  actor: Actor,
  path: EntryPath,
): Promise<Lockable | Refusal> {
  const entry = await entryOutside(deps, actor, path);
  if (isRejection(entry)) return entry;
  const { entryId } = path;
  const stream = streamOf.entry(entryId);
  const sealHint = (hint: string) => seal(entry.hintKey, stream, "entry.password_hint", hint);

  function commandsFor(fact: LockFact, at: string): EntryCommand[] {
    switch (fact.fact) {
      case "locked": {
        const { hint, remember, auto } = fact;
        return [{ type: "LockEntry", data: { entryId, hint: sealHint(hint), remember, auto, at } }];
      }
      case "removed":
        return [{ type: "RemoveEntryLock", data: { entryId, by: fact.by, at } }];
      case "auto":
        return [];
    }
  }

  return {
    what: "entry",
    id: entryId,
    stream,
    keyId: stream,
    lock: entry.lock,
    inTrash: entry.state.status === "trashed",
    sealHint,
    async record(act, fact) {
      const recorded = await deps.commands.execute({
        decider: entryDecider,
        stream,
        commands: commandsFor(fact, act.at),
        context: stepOf(act, `lock ${fact.fact}`),
      });
      return isRejection(recorded) ? recorded : null;
    },
  };
}
