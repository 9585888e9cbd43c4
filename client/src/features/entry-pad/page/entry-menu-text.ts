/** Texts of the entry menu, and of the line that shows the writing prompt of an entry. */
export const entryMenuText = {
  addPhotos: "Add photos",
  look: "Page style",
  share: "Share",
  byMail: "Send by e-mail…",
  byLink: "Public link…",
  lock: "Lock this entry…",
  lockSettings: "Lock settings…",
  prompt: {
    label: "Prompt",
    getPrompt: "Give me a prompt",
    anotherPrompt: "Another prompt",
    removePrompt: "No prompt",
  },
} as const;
