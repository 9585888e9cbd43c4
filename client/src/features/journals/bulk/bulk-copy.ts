import { listCopy } from "../list-copy.ts";

const { count } = listCopy;
const many = (entries: number): string => entries.toLocaleString("en");

/** The words about several entries at once. */
export const bulkCopy = {
  label: "Selected entries",
  select: (title: string) => `Select ${title}`,
  selectPage: "Select this page",
  selected: (entries: number) => `${many(entries)} selected`,
  selectAll: (entries: number) => `Select all ${many(entries)}`,
  selectAllShown: "Select all that match",
  collecting: "Looking through the list…",
  clear: "Clear the selection",
  move: "Move",
  tag: "Tag",
  star: "Star",
  unstar: "Remove star",
  trash: "Move to trash",
  restore: "Restore",
  erase: "Delete for ever",
  empty: "Empty the trash",
  working: (done: number, total: number) => `${many(done)} of ${many(total)}…`,
  moving: (entries: number, journal: string) => `Moving ${count(entries)} to “${journal}”`,
  moved: (entries: number, journal: string) => `${count(entries)} moved to “${journal}”.`,
  movedBack: () => "Moved back.",
  movingBack: "Moving them back",
  trashing: (entries: number) => `Moving ${count(entries)} to the trash`,
  trashed: (entries: number) =>
    entries === 1 ? "Moved to the trash." : `${count(entries)} moved to the trash.`,
  restoring: (entries: number) => `Restoring ${count(entries)}`,
  restored: (entries: number) => (entries === 1 ? "Restored." : `${count(entries)} restored.`),
  trashedAgain: () => "Back in the trash.",
  erasing: (entries: number) => `Deleting ${count(entries)} for ever`,
  erased: (entries: number) => (entries === 1 ? "Deleted for ever." : `${count(entries)} deleted for ever.`),
  tagged: (entries: number, tag: string) => `${count(entries)} tagged “${tag}”.`,
  untagged: "The tag is off again.",
  starred: (entries: number) => `${count(entries)} starred.`,
  unstarred: (entries: number) => `The star is off ${count(entries)}.`,
  starsBack: "The stars are as they were.",
  eraseTitle: (entries: number) => `Delete ${count(entries)} for ever?`,
  emptyTitle: (entries: number) => `Empty the trash, with ${count(entries)}?`,
  eraseDetail: (entries: number) =>
    entries === 1
      ? "Its text, its history and its photos are destroyed. This cannot be undone, by you or by anybody."
      : "Their texts, their history and their photos are destroyed. This cannot be undone, by you or by anybody.",
  moveTitle: (entries: number) => `Move ${count(entries)}`,
  moveLead: "They keep their dates, tags, photos and history.",
  noOther: "There is no other journal yet.",
  whereTo: "To which journal",
  restoreTitle: "Where should they go?",
  restoreLead: "The journal of these entries is gone. Choose another one for them.",
  tagTitle: (entries: number) => `Tag ${count(entries)}`,
  tagLead: "Type the name of a tag. One that is new is made.",
  tagName: "Tag",
} as const;
