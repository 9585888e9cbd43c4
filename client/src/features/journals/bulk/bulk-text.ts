import { listText } from "../list-text.ts";

const { count } = listText;
const formatCount = (entries: number): string => entries.toLocaleString("en");

/** Text of the bulk actions. */
export const bulkText = {
  label: "Selected entries",
  select: (title: string) => `Select ${title}`,
  selectPage: "Select this page",
  selected: (entries: number) => `${formatCount(entries)} selected`,
  selectAll: (entries: number) => `Select all ${formatCount(entries)}`,
  selectAllMatching: "Select all that match",
  loading: "Loading the list…",
  clear: "Clear the selection",
  move: "Move",
  tag: "Tag",
  star: "Star",
  unstar: "Remove star",
  trash: "Move to trash",
  restore: "Restore",
  erase: "Delete forever",
  emptyTrash: "Empty the trash",
  progress: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)}…`,
  moving: (entries: number, journal: string) => `Moving ${count(entries)} to “${journal}”`,
  moved: (entries: number, journal: string) => `${count(entries)} moved to “${journal}”.`,
  movedBack: () => "Moved back.",
  movingBack: "Moving them back",
  trashing: (entries: number) => `Moving ${count(entries)} to the trash`,
  trashed: (entries: number) =>
    entries === 1 ? "Moved to the trash." : `${count(entries)} moved to the trash.`,
  restoring: (entries: number) => `Restoring ${count(entries)}`,
  restored: (entries: number) => (entries === 1 ? "Restored." : `${count(entries)} restored.`),
  trashedAgain: () => "Moved back to the trash.",
  erasing: (entries: number) => `Deleting ${count(entries)} forever`,
  erased: (entries: number) => (entries === 1 ? "Deleted forever." : `${count(entries)} deleted forever.`),
  tagged: (entries: number, tag: string) => `${count(entries)} tagged “${tag}”.`,
  untagged: "Tag removed.",
  starred: (entries: number) => `${count(entries)} starred.`,
  unstarred: (entries: number) => `Star removed from ${count(entries)}.`,
  starsRestored: "Stars restored.",
  eraseTitle: (entries: number) => `Delete ${count(entries)} forever?`,
  emptyTitle: (entries: number) => `Delete ${count(entries)} in the trash forever?`,
  eraseDetail: (entries: number) =>
    entries === 1
      ? "Its text, its history and its photos will be deleted. This cannot be undone."
      : "Their texts, their history and their photos will be deleted. This cannot be undone.",
  moveTitle: (entries: number) => `Move ${count(entries)}`,
  moveLead: (entries: number) =>
    entries === 1
      ? "It keeps its date, tags, photos and history."
      : "They keep their dates, tags, photos and history.",
  moveNeedsPassword: (journal: string) =>
    `Moving entries from this journal to “${journal}” needs this journal’s password.`,
  noOtherJournal: "You have no other journal yet. Name a new one:",
  freeHasOneJournal: "A free account has one journal. With PRO, you can move entries between journals.",
  targetJournal: "Target journal",
  restoreTitle: "Restore to which journal?",
  restoreLead: "The journal of these entries was deleted. Choose another journal.",
  tagTitle: (entries: number) => `Tag ${count(entries)}`,
  tagLead: "Enter a tag name. A new tag is created if none has this name.",
  tagName: "Tag",
} as const;
