import { type CallName, methodAndPath, paths } from "@daybook/domain/contract/paths";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { rows, type PersonIds } from "./contract-rows.ts";
import { allTexts, type LockableDiary } from "./lockable-diary.ts";

/** Calls that a closed journal allows: show and change what is not its content, unlock it, move it to the trash. */
export const allowedOnLockedJournal: readonly CallName[] = [
  "getJournal",
  "updateJournal",
  "deleteJournal",
  "requestUnlockLink",
  "unlockByLink",
  "createCover",
  "updateCover",
  "listPageThemes",
  "getPageTheme",
  "listPadThemes",
  "getPadTheme",
  "updateComposeSetting",
  "toggleLookingGlass",
  "listReminders",
  "addReminder",
  "removeReminder",
  "restoreReminder",
];
/** Calls about an entry ({@link entryCalls}) that are not refused because the entry is closed. */
export const allowedOnLockedEntry: readonly CallName[] = [
  "updateEntry",
  "requestEntryUnlockLink",
  "unlockEntryByLink",
  "excludeFromLookingGlass",
];

const callNames = Object.keys(paths) as CallName[];
/** The calls about a journal. */
export const journalCalls = callNames.filter((name) => paths[name].includes(":journalId"));
/** The calls about an entry. */
export const entryCalls = callNames.filter((name) => paths[name].includes(":entryId"));
const otherReads = callNames.filter((name) => paths[name].startsWith("GET") && !journalCalls.includes(name));

/** The ids for the rows of the contract: the journal, entry and version of a diary. Nothing in the diary has the other ids. */
export const idsOf = ({ journalId, entryId, versionId }: LockableDiary): PersonIds => ({
  journalId,
  entryId,
  versionId,
  sessionId: "1",
  photoId: "1",
  tagId: "1",
  reminderId: "1",
  methodId: "1",
});

/** GET calls that {@link findShownTexts} leaves out: they restore a version, and mail a link for deleting the account. */
const excludedGets: readonly CallName[] = ["restoreVersion", "requestDelete"];

/** Makes the GET calls of the API, and returns the texts of the diary that the answers show. */
export async function findShownTexts(diary: LockableDiary, session: RemoteDaybook): Promise<string[]> {
  const reads = [...journalCalls, ...otherReads].filter(
    (name) => methodAndPath(name).method === "GET" && !excludedGets.includes(name),
  );
  const answers = [];
  for (const name of reads) answers.push(await session.call(name, rows[name].input(idsOf(diary))));
  const answersText = JSON.stringify(answers);
  return allTexts.filter((text) => answersText.includes(text));
}
