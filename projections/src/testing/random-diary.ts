import { entryDecider } from "@daybook/domain/entry/decider";
import type { EntryCommand } from "@daybook/domain/entry/entry";
import type { EntryEvent } from "@daybook/domain/entry/events";
import { entrySamples } from "@daybook/domain/entry/samples";
import { fold } from "@daybook/domain/kernel/decider";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { sampleIds, sampleSealed } from "@daybook/domain/kernel/sample-values";
import fc from "fast-check";
import { timeAtMinute } from "./diary-events.ts";

// A revision is twice as likely as any other kind of event.
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

/**
 * An action on one of a few entries, `wait` minutes after the previous action. `entry` and `journal` choose one of a few entries and
 * journals. `text` chooses the text, the date, the theme or the version to restore. `flag` says whether a star is added or removed, and whether a revision names its base.
 */
export type DiaryAction = {
  readonly kind: (typeof kinds)[number];
  readonly entry: number;
  readonly journal: number;
  readonly text: number;
  readonly flag: boolean;
  readonly wait: number;
};

/** Random sequences of actions. */
export const diaryActions: fc.Arbitrary<DiaryAction[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    entry: fc.nat({ max: 3 }),
    journal: fc.nat({ max: 2 }),
    text: fc.nat({ max: 3 }),
    flag: fc.boolean(),
    wait: fc.nat({ max: 3 }),
  }),
  { maxLength: 60 },
);

const dateFields = (text: number) => {
  const localDate = `1660-01-1${text}`;
  return { createdAt: `${localDate}T00:00:00.000Z`, localDate, timezone: "Europe/London" };
};

/**
 * Decides the actions with the entry decider, and returns the resulting log and the minute at which it ends.
 *
 * @param firstId the first id of entries and journals, so that several diaries can share tables
 */
export function writeDiary(
  actions: readonly DiaryAction[],
  firstId = 1,
): { log: EntryEvent[]; endMinute: number } {
  const log: EntryEvent[] = [];
  const saves = new Map<number, { versionId: number; text: number }[]>();
  let now = 0;
  for (const [index, action] of actions.entries()) {
    now += action.wait;
    const at = timeAtMinute(now);
    const entryId = firstId + action.entry;
    const entryEvents = log.filter((event) => event.data.entryId === entryId);
    const entry = fold(entryDecider, entryEvents);
    const earlierSaves = saves.get(entryId) ?? [];
    const restoredSave = earlierSaves[action.text % Math.max(1, earlierSaves.length)];
    const text = action.kind === "RestoreVersion" ? (restoredSave?.text ?? 0) : action.text;
    const versionId = firstId * 100 + index + 1;
    const content = {
      ...entrySamples.EntryRevised.data,
      entryId,
      versionId,
      title: sampleSealed<"entry.title">(`title-${text}`),
      contentTag: `tag-${text}`,
      wordCount: text,
      at,
    };
    const commands: Record<DiaryAction["kind"], EntryCommand> = {
      CreateEntry: {
        type: "CreateEntry",
        data: {
          ...content,
          ...dateFields(text),
          journalId: firstId + action.journal,
          accountId: sampleIds.account,
          promptId: null,
        },
      },
      ReviseEntry: { type: "ReviseEntry", data: content, base: action.flag ? entry.revision : undefined },
      RestoreVersion: {
        type: "RestoreVersion",
        data: { ...content, restoredVersionId: restoredSave?.versionId ?? 1 },
      },
      RedateEntry: { type: "RedateEntry", data: { entryId, ...dateFields(text), at } },
      StarEntry: { type: "StarEntry", data: { entryId, at }, starred: action.flag },
      ThemeEntry: { type: "ThemeEntry", data: { entryId, at, padThemeId: text + 1 } },
      MoveEntry: {
        type: "MoveEntry",
        data: { entryId, journalId: firstId + action.journal, fromJournalId: entry.journalId, at },
      },
      TrashEntry: { type: "TrashEntry", data: { entryId, at } },
      RestoreEntry: {
        type: "RestoreEntry",
        data: { entryId, journalId: firstId + action.journal, at },
        expectedJournalId: entry.journalId,
      },
      PurgeEntry: { type: "PurgeEntry", data: { entryId, at }, latestTrashedAt: timeAtMinute(now - 4) },
      EraseEntry: { type: "EraseEntry", data: { entryId, at } },
    };
    const decision = entryDecider.decide(commands[action.kind], entry);
    if (isRejection(decision)) continue;
    log.push(...decision);
    const isSaved = decision.some(({ data }) => "versionId" in data);
    if (isSaved) saves.set(entryId, [...earlierSaves, { versionId, text }]);
  }
  return { log, endMinute: now };
}
