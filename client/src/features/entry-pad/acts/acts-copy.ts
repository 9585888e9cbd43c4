/** The words of the acts in the bar and on the page; apart from the pad's own, as they come from what hangs on an entry. */
export const actsCopy = {
  addPhotos: "Add photos",
  look: "Look of this page",
  share: "Share",
  byMail: "Send by e-mail…",
  byLink: "Public link…",
  lock: "Lock this entry…",
  lockOf: "Lock of this entry…",
  prompt: {
    label: "Prompt",
    give: "Give me a prompt",
    another: "Another one",
    none: "Without a prompt",
  },
  readOnly: "This entry can be read and not changed.",
} as const;
