/** Text of the "As of a date" page. */
export const asOfText = {
  title: "As of a date",
  back: "Back to the journal",
  titleOf: (journal: string) => `${journal} as of a date`,
  lead: "Choose a day to see the journal and its entries as they were at the end of that day.",
  day: "Day",
  show: "Show this day",
  invalidDay: "Choose a day that is not in the future.",
  shortcutsLabel: "Shortcuts",
  shortcuts: { yesterday: "Yesterday", week: "A week ago", month: "A month ago", year: "A year ago" },
  heading: (journal: string, date: string) => `${journal}, ${date}`,
  endOf: (day: string) => `at the end of ${day}`,
  onDay: (day: string, time: string) => `on ${day} at ${time}`,
  wordCount: (words: number) => (words === 1 ? "1 word" : `${words.toLocaleString("en")} words`),
  locked: "Locked",
  lockedText: "Unlock it to see its text.",
  noneTitle: "No entries to show",
  none: "Choose a later day. Locked entries are not shown.",
  restoreMissing: "Restore missing entries",
  restoreMissingHint: "Restores entries that were here then and are in the trash now. Nothing else changes.",
  restoring: "Restoring entries",
  restored: (entries: number) => {
    if (entries === 0) return "No entries were missing.";
    return entries === 1 ? "1 entry restored." : `${entries.toLocaleString("en")} entries restored.`;
  },
  trashing: "Moving them back to the trash",
  trashed: () => "Moved back to the trash.",
  readOnly: "This is an earlier version. To edit the entry, open it from the journal.",
  notHere: "This entry is not in this journal any more. It was moved to another journal, or deleted forever.",
  noVersion: "No text was saved at that time.",
} as const;
