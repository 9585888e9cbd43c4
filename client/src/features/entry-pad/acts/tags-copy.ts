const entries = (count: number) => (count === 1 ? "1 entry" : `${count.toLocaleString("en")} entries`);

/** The words around tags. */
export const tagsCopy = {
  row: "Tags",
  add: "Add a tag",
  label: "New tag",
  hint: "Enter or a comma adds it.",
  suggestions: "Tags of yours",
  create: (name: string) => `Create “${name}”`,
  filter: (name: string) => `Entries tagged ${name}`,
  remove: (name: string) => `Remove the tag ${name}`,
  already: (name: string) => `“${name}” is on this entry already.`,
  tooMany: (most: number) => `An entry can have ${most} tags, and this one has them all.`,
  tooLong: (most: number) => `A tag may have at most ${most} characters.`,
  notSaved: "This entry is not saved yet, so it cannot have a tag. Try again when it says “Saved”.",
  added: (name: string) => `Tagged ${name}.`,
  removed: (name: string) => `The tag ${name} is off this entry.`,
  entries,
  manage: {
    open: "Manage tags…",
    title: "Your tags",
    lead: "A change here counts for every entry that has the tag.",
    none: "You have no tags yet. Add the first one under the title of an entry.",
    name: "Name of the tag",
    rename: (name: string) => `Rename ${name}`,
    delete: (name: string) => `Delete ${name}`,
    save: "Save",
    cancel: "Cancel",
    mergeTitle: (name: string) => `Merge into “${name}”?`,
    merge: (from: string, into: string, count: number) =>
      `There is a tag “${into}” already. Merged, ${entries(count)} tagged “${from}” will have “${into}” instead. This cannot be undone.`,
    mergeDo: "Merge",
    deleteTitle: (name: string) => `Delete “${name}”?`,
    deleteDetail: (count: number) =>
      count === 0
        ? "No entry has it. This cannot be undone."
        : `${entries(count)} will lose it; the entries themselves stay. This cannot be undone.`,
    deleteDo: "Delete",
  },
} as const;
