/** Text of the tour and the help menu. */
export const tourText = {
  help: "Help",
  show: "Show me around",
  support: "Questions and answers",
  progress: (step: number, total: number) => `Step ${step} of ${total}`,
  skip: "Skip",
  back: "Back",
  next: "Next",
  done: "Start writing",
  steps: {
    write: {
      title: "Write here",
      detail:
        "A new page opens with today’s date. What you write is saved as you type, and every version is kept.",
    },
    lists: {
      title: "Find your entries",
      detail:
        "All entries by month, your starred entries, and the trash, which keeps deleted entries for 30 days.",
    },
    journal: {
      title: "Make it yours",
      detail: "Choose a cover and paper, change the name, or lock the journal with its own password.",
    },
    search: {
      title: "Search",
      detail: "Search all your journals from any page.",
    },
  },
} as const;
