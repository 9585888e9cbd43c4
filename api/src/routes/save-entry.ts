import { wordBag } from "@daybook/content/words-changed";
import { type EditBase, type Entry, type EntryCommand, entryDecider } from "@daybook/domain/entry/decider";
import type { EntryContent } from "@daybook/domain/entry/events";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { Outcome } from "@daybook/platform/commands/handle-command";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import { contentTag } from "@daybook/platform/privacy/seal";
import { entryById } from "@daybook/read-models/queries/entries";
import type { Act } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { claimId } from "./claim-id.ts";
import type { EntryDate } from "./entry-dates.ts";
import { type EntryText, openEntryText, sealEntryText } from "./entry-text.ts";
import { projected } from "./projected.ts";

/** An entry that a command is about: its id, what is folded of it, and its key. */
export type LoadedEntry = { readonly entryId: number; readonly state: Entry; readonly key: DataKey };

const noWords = wordBag("");
const contentEvents = new Set(["EntryCreated", "EntryRevised", "EntryVersionRestored"]);

/** The text that an entry has at its folded revision: from the read model, or from the log when that is late. */
export async function currentText(deps: ApiDeps, { entryId, state, key }: LoadedEntry): Promise<EntryText> {
  const row = await entryById(deps.pool, entryId);
  if (row?.revision === state.revision) return openEntryText(key, entryId, row);
  const event = await deps.commands.findLast(streamOf.entry(entryId), ({ type }) => contentEvents.has(type));
  if (!event) throw new Error("an entry without a text");
  return openEntryText(key, entryId, event.data as EntryContent);
}

/** What a new entry is made of. */
export type NewEntry = {
  readonly userId: number;
  readonly journalId: number;
  readonly text: EntryText;
  readonly date: EntryDate;
  readonly promptId: number | null;
};

/** Puts a new entry into the log: its key first, durable before the event that needs it. */
export function createEntry(
  deps: ApiDeps,
  act: Act,
  draft: NewEntry,
): Promise<(Outcome<Entry> & LoadedEntry) | Rejection> {
  return claimId(act.ids[0], (entryId) => createUnderId(deps, act, draft, entryId));
}

async function createUnderId(
  deps: ApiDeps,
  act: Act,
  draft: NewEntry,
  entryId: number,
): Promise<(Outcome<Entry> & LoadedEntry) | Rejection> {
  const versionId = act.ids[1];
  const stream = streamOf.entry(entryId);
  const key = await deps.vault.create(stream, streamOf.journal(draft.journalId));
  const { content, words } = sealEntryText(key, entryId, versionId, draft.text, noWords);
  const { journalId, userId: accountId, promptId, date } = draft;
  const outcome = await deps.commands.execute({
    decider: entryDecider,
    stream,
    commands: [
      {
        type: "CreateEntry",
        data: { entryId, journalId, accountId, promptId, ...content, ...date, at: act.at },
      },
    ],
    context: act,
  });
  if (isRejection(outcome)) return outcome;
  deps.words.set(entryId, outcome.state.revision, words);
  await projected(deps, ["entry-page", "entry-versions"], outcome.position);
  return { ...outcome, entryId, key };
}

/** What a save changes; parts that are absent stay as they are. */
export type EntryChange = {
  readonly text?: EntryText;
  readonly base?: EditBase;
  readonly restoredVersionId?: number;
  readonly date?: EntryDate;
  readonly starred?: boolean;
  readonly restoreInto?: number;
};

/** Saves changes of an entry as one append: all of them or none. */
export function saveEntry(
  deps: ApiDeps,
  act: Act,
  entry: LoadedEntry,
  change: EntryChange,
): Promise<Outcome<Entry> | Rejection> {
  return claimId(act.ids[1], (versionId) => saveUnderId(deps, act, entry, change, versionId));
}

async function saveUnderId(
  deps: ApiDeps,
  act: Act,
  entry: LoadedEntry,
  change: EntryChange,
  versionId: number,
): Promise<Outcome<Entry> | Rejection> {
  const { entryId, state, key } = entry;
  const at = act.at;
  const commands: EntryCommand[] = [];
  let saved: ReturnType<typeof sealEntryText> | null = null;

  if (change.restoreInto !== undefined) {
    commands.push({ type: "RestoreEntry", data: { entryId, journalId: change.restoreInto, at } });
  }
  if (change.text) {
    const unchanged = contentTag(key, [change.text.title, change.text.html]) === state.contentTag;
    const before = deps.words.get(entryId, state.revision);
    const words = unchanged ? noWords : (before ?? wordBag((await currentText(deps, entry)).text));
    saved = sealEntryText(key, entryId, versionId, change.text, words);
    commands.push(
      change.restoredVersionId === undefined
        ? { type: "ReviseEntry", data: { entryId, ...saved.content, at }, base: change.base }
        : {
            type: "RestoreVersion",
            data: { entryId, ...saved.content, restoredVersionId: change.restoredVersionId, at },
          },
    );
  }
  if (change.date) commands.push({ type: "RedateEntry", data: { entryId, ...change.date, at } });
  if (change.starred !== undefined) {
    commands.push({ type: "StarEntry", data: { entryId, at }, starred: change.starred });
  }

  const outcome = await deps.commands.execute({
    decider: entryDecider,
    stream: streamOf.entry(entryId),
    commands,
    context: act,
  });
  if (isRejection(outcome)) return outcome;
  if (saved && outcome.state.contentTag === saved.content.contentTag) {
    deps.words.set(entryId, outcome.state.revision, saved.words);
  }
  await projected(deps, ["entry-page", "entry-versions"], outcome.position);
  return outcome;
}
