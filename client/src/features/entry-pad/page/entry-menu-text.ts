/** Text of the entry menu and the prompt. */
export const entryMenuText = {
  addPhotos: "Add photos",
  look: "Page style",
  share: "Share",
  byMail: "Send by e-mail…",
  byLink: "Public link…",
  lock: "Lock this entry…",
  lockOf: "Lock settings…",
  prompt: {
    label: "Prompt",
    give: "Give me a prompt",
    another: "Another prompt",
    none: "No prompt",
  },
  readOnly: "This entry is read-only.",
} as const;
