import type { Changes } from "./group-versions.ts";

const photos = (count: number): string => (count === 1 ? "1 photo" : `${count} photos`);

/** Texts of the sheets that show versions. They are in a separate module, so that they load only with these sheets. */
export const historyText = {
  title: "History",
  description: "Every save of this entry. Older versions are never overwritten.",
  versions: "Versions",
  failed: "The history could not be loaded.",
  tryAgain: "Try again",
  showOlder: "Show older versions",
  now: "Now",
  expand: (saves: number) => `Show all ${saves} saves`,
  collapse: "Collapse",
  added: (words: number) => `${words} added`,
  removed: (words: number) => `${words} removed`,
  /** the changes of photos, of their descriptions, and of the title */
  otherChanges: ({ photosAdded, photosRemoved, descriptionsChanged, hasNewTitle }: Changes) =>
    [
      photosAdded > 0 && `${photos(photosAdded)} added`,
      photosRemoved > 0 && `${photos(photosRemoved)} removed`,
      descriptionsChanged > 0 && (descriptionsChanged === 1 ? "description changed" : "descriptions changed"),
      hasNewTitle && "title changed",
    ]
      .filter(Boolean)
      .join(", "),
  unchanged: "no words changed",
  first: "first version",
  wordCount: (count: number) => (count === 1 ? "1 word" : `${count.toLocaleString("en")} words`),
  view: "View",
  preview: "Preview",
  diff: "Changes",
  compareWith: "Compared with",
  noChange: "These versions have the same text.",
  noText: "No text",
  untitled: "Untitled Entry",
  showUnchanged: "Show unchanged text",
  collapsed: (words: number) => ` … ${words.toLocaleString("en")} unchanged words … `,
  option: (time: string, words: string) => `${time}, ${words}`,
  inserted: "added:",
  deleted: "removed:",
  photosAdded: "Photos added",
  photosRemoved: "Photos removed",
  photo: "Photo",
  photoDeleted: "Photo that was deleted",
  restore: "Restore this version",
  restoreAsNew: "Restore as a new entry",
  withoutLock: "A new entry will not have the lock of this entry.",
  restoreTitle: (time: string) => `Restore the version of ${time}?`,
  notRestored: (reason: string) => `The version was not restored. ${reason}`,
  restoreDetail: "This replaces the current text. The current text stays in the history.",
  restored: (time: string) => `Restored the version of ${time}.`,
  restoredAsNew: "Restored as a new entry.",
  open: "Open it",
  cancel: "Cancel",
  unsaved: "Your latest changes are not saved yet, so nothing was restored. Try again in a moment.",
} as const;
