/** The words of the journal as it stood. */
export const asOfCopy = {
  title: "As of a date",
  titleOf: (journal: string) => `${journal} as of a date`,
  lead: "Choose a day, and see the journal as it stood when that day ended: what was in it, and what its entries said.",
  day: "Day",
  show: "Show this day",
  badDay: "Choose a day that has begun.",
  quickLabel: "Some days ago",
  quick: { yesterday: "Yesterday", week: "A week ago", month: "A month ago", year: "A year ago" },
  stood: (journal: string, when: string) => `${journal}, ${when}`,
  endOf: (day: string) => `at the end of ${day}`,
  onDay: (day: string, time: string) => `on ${day} at ${time}`,
  words: (words: number) => (words === 1 ? "1 word" : `${words.toLocaleString("en")} words`),
  locked: "Locked",
  lockedText: "Its text shows once it is unlocked.",
  noneTitle: "Nothing stood here then",
  none: "This journal had no entries at that time. Choose a later day.",
  missing: "Bring back what is missing",
  missingLead: "What stood here then and is in the trash now comes back. Nothing else changes.",
  bringing: "Bringing entries back",
  brought: (entries: number) => {
    if (entries === 0) return "Nothing was missing.";
    return entries === 1 ? "1 entry is back." : `${entries.toLocaleString("en")} entries are back.`;
  },
  trashing: "Moving them to the trash again",
  trashed: () => "Back in the trash.",
  readOnly: "As it stood then. To change the entry, open it from the journal.",
  elsewhere: "This entry is in another journal now, and can be read there.",
  noVersion: "No text of that time was kept.",
} as const;
