/** Text of the sheet “Page style”. */
export const pageLookText = {
  title: "Page style",
  lead: "Only for this entry. Changes are saved at once.",
  leadWithoutPro: "This page uses the style of its journal. Other papers and pads come with PRO.",
  paper: "Paper",
  pad: "Pad",
  sameAsJournal: "Same as journal",
  needsPro: (name: string) => `${name}, comes with PRO`,
  preview: "Preview",
  sample: "The beginning of this entry appears here.",
  notSaved: "This entry is not saved yet. Try again when it says “Saved”.",
} as const;
