/** The words where the look of one page is chosen. */
export const pageLookCopy = {
  title: "Look of this page",
  lead: "For this entry alone; every choice is saved at once.",
  free: "This page has the look of its journal. Papers and pads of its own come with PRO.",
  paper: "Paper",
  pad: "Pad",
  ofJournal: "As the journal",
  needsPro: (name: string) => `${name}, comes with PRO`,
  preview: "How it looks",
  sample: "The beginning of this page will stand here.",
} as const;
