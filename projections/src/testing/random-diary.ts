import { entryDecider } from "@daybook/domain/entry/decider";
import type { EntryCommand } from "@daybook/domain/entry/entry";
import type { EntryEvent } from "@daybook/domain/entry/events";
import { entrySamples } from "@daybook/domain/entry/samples";
import { fold } from "@daybook/domain/kernel/decider";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { sampleIds, sampleSealed } from "@daybook/domain/kernel/sample-values";
import fc from "fast-check";
import { minute } from "./diary-events.ts";

// What hangs on an entry (tags, photos, links) has read models of its own and does not change what these show.
const kinds = [
  "CreateEntry",
  "ReviseEntry",
  "ReviseEntry",
  "RestoreVersion",
  "RedateEntry",
  "StarEntry",
  "ThemeEntry",
  "MoveEntry",
  "TrashEntry",
  "RestoreEntry",
  "PurgeEntry",
  "EraseEntry",
] as const satisfies readonly EntryCommand["type"][];

/** Something that somebody does to one of a few entries, some minutes after what they did before. */
export type Deed = {
  readonly kind: (typeof kinds)[number];
  readonly entry: number;
  readonly journal: number;
  readonly text: number;
  readonly yes: boolean;
  readonly wait: number;
};

/** What a person may do to their diary, in any order. */
export const deeds: fc.Arbitrary<Deed[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    entry: fc.nat({ max: 3 }),
    journal: fc.nat({ max: 2 }),
    text: fc.nat({ max: 3 }),
    yes: fc.boolean(),
    wait: fc.nat({ max: 3 }),
  }),
  { maxLength: 60 },
);

const dayOf = (text: number) => {
  const localDate = `1660-01-1${text}`;
  return { createdAt: `${localDate}T00:00:00.000Z`, localDate, timezone: "Europe/London" };
};

/**
 * Carries out deeds through the decider, as the API would, and gives the log that comes of it, with the moment of each event.
 *
 * @param first the ids of entries and journals are counted from here, so that several diaries may share tables
 */
export function writeDiary(todo: readonly Deed[], first = 1): { log: EntryEvent[]; end: number } {
  const log: EntryEvent[] = [];
  const saves = new Map<number, { versionId: number; text: number }[]>();
  let now = 0;
  for (const [index, deed] of todo.entries()) {
    now += deed.wait;
    const at = minute(now);
    const entryId = first + deed.entry;
    const own = log.filter((event) => event.data.entryId === entryId);
    const entry = fold(entryDecider, own);
    const before = saves.get(entryId) ?? [];
    const old = before[deed.text % Math.max(1, before.length)];
    const text = deed.kind === "RestoreVersion" ? (old?.text ?? 0) : deed.text;
    const versionId = first * 100 + index + 1;
    const content = {
      ...entrySamples.EntryRevised.data,
      entryId,
      versionId,
      title: sampleSealed<"entry.title">(`title-${text}`),
      contentTag: `tag-${text}`,
      wordCount: text,
      at,
    };
    const commands: Record<Deed["kind"], EntryCommand> = {
      CreateEntry: {
        type: "CreateEntry",
        data: {
          ...content,
          ...dayOf(text),
          journalId: first + deed.journal,
          accountId: sampleIds.account,
          promptId: null,
        },
      },
      ReviseEntry: { type: "ReviseEntry", data: content, base: deed.yes ? entry.revision : undefined },
      RestoreVersion: {
        type: "RestoreVersion",
        data: { ...content, restoredVersionId: old?.versionId ?? 1 },
      },
      RedateEntry: { type: "RedateEntry", data: { entryId, ...dayOf(text), at } },
      StarEntry: { type: "StarEntry", data: { entryId, at }, starred: deed.yes },
      ThemeEntry: { type: "ThemeEntry", data: { entryId, at, padThemeId: text + 1 } },
      MoveEntry: {
        type: "MoveEntry",
        data: { entryId, journalId: first + deed.journal, fromJournalId: entry.journalId, at },
      },
      TrashEntry: { type: "TrashEntry", data: { entryId, at } },
      RestoreEntry: {
        type: "RestoreEntry",
        data: { entryId, journalId: first + deed.journal, at },
        from: entry.journalId,
      },
      PurgeEntry: { type: "PurgeEntry", data: { entryId, at }, trashedUntil: minute(now - 4) },
      EraseEntry: { type: "EraseEntry", data: { entryId, at } },
    };
    const decided = entryDecider.decide(commands[deed.kind], entry);
    if (isRejection(decided)) continue;
    log.push(...decided);
    const saved = decided.some(({ data }) => "versionId" in data);
    if (saved) saves.set(entryId, [...before, { versionId, text }]);
  }
  return { log, end: now };
}
