const entries = (count: number) => (count === 1 ? "1 entry" : `${count.toLocaleString("en")} entries`);

/** Text of the tags. */
export const tagsText = {
  row: "Tags",
  add: "Add a tag",
  label: "New tag",
  hint: "Enter or a comma adds it.",
  suggestions: "Your tags",
  create: (name: string) => `Create “${name}”`,
  filter: (name: string) => `Entries tagged ${name}`,
  remove: (name: string) => `Remove the tag ${name}`,
  alreadyTagged: (name: string) => `This entry already has the tag “${name}”.`,
  tooMany: (max: number) => `An entry can have at most ${max} tags.`,
  tooLong: (max: number) => `A tag may have at most ${max} characters.`,
  notAdded: (name: string, reason: string) => `“${name}” was not added. ${reason}`,
  notSaved: "This entry is not saved yet. Try again when it says “Saved”.",
  added: (name: string) => `Tagged ${name}.`,
  removed: (name: string) => `Tag ${name} removed.`,
  entries,
  manage: {
    open: "Manage tags…",
    title: "Your tags",
    lead: "Changes apply to every entry with the tag.",
    none: "You have no tags yet. Add the first one under the title of an entry.",
    name: "Name of the tag",
    rename: (name: string) => `Rename ${name}`,
    delete: (name: string) => `Delete ${name}`,
    save: "Save",
    notChanged: (name: string, reason: string) => `The tag “${name}” was not changed. ${reason}`,
    cancel: "Cancel",
    mergeTitle: (name: string) => `Merge into “${name}”?`,
    mergeDetail: (from: string, into: string, count: number) =>
      `The tag “${into}” already exists. After the merge, ${entries(count)} tagged “${from}” will have “${into}” instead. Locked entries and entries in the trash change too. This cannot be undone.`,
    confirmMerge: "Merge",
    deleteTitle: (name: string) => `Delete “${name}”?`,
    deleteDetail: (count: number) =>
      `${entries(count)} will lose this tag. Locked entries and entries in the trash lose it too. The entries stay. This cannot be undone.`,
    confirmDelete: "Delete",
  },
} as const;
