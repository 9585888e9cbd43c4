/** The words of the tour and of the help menu. */
export const tourCopy = {
  help: "Help",
  show: "Show me around",
  support: "Questions and answers",
  label: (step: number, of: number) => `Step ${step} of ${of}`,
  skip: "Skip",
  back: "Back",
  next: "Next",
  done: "Start writing",
  steps: {
    write: {
      title: "Write here",
      detail:
        "A new page opens with today’s date. What you type is saved as you go, and every version is kept.",
    },
    lists: {
      title: "Find your pages",
      detail:
        "All pages by month, the ones you starred, and the trash, where deleted pages wait for 30 days.",
    },
    journal: {
      title: "Make it yours",
      detail:
        "Choose a cover and paper, change the name, or put a lock on the journal, with a password of its own.",
    },
    search: {
      title: "Look something up",
      detail: "From any page, search what you wrote in all your journals.",
    },
  },
} as const;
