/** The words of the front page, the help page and the footer: what Daybook is today, and nothing that it is not yet. */
export const publicCopy = {
  landing: {
    title: "A private journal",
    heading: "A quiet place to write",
    lead: "Daybook is a journal in your browser. You write dated pages, as in a paper notebook. Each one is sealed before it is stored, and no saved version is ever overwritten.",
    signUp: "Start your journal",
    logIn: "Log in",
    journals: "Go to your journals",
    free: "Free: one journal, as many entries as you like.",
    picture:
      "A drawing of Daybook: a page with a date, a title and a few written lines, marked as saved, lying on two cloth-bound journals.",
    sample: {
      journal: "Evenings",
      other: "Walks",
      date: "Tue. Dec 2, 2025",
      title: "The first snow",
      lines: [
        "It began while we were washing up. Nobody said a word; we put out the lamp and stood at the window.",
        "By nine the garden had no edges left.",
      ],
      saved: "Saved 21:42",
      words: "29 words",
    },
    privacy: {
      heading: "Yours alone, and how that is done",
      parts: [
        {
          title: "Sealed before it is stored",
          detail:
            "Titles, pages, journal names and your own name are encrypted under keys of your account before they reach the database. Whoever carries a copy of it away reads none of them.",
        },
        {
          title: "Deleted means deleted",
          detail:
            "Delete an entry for ever, or your account, and its key is destroyed. What is left cannot be read again: not by you, not by us.",
        },
        {
          title: "Nobody reads along",
          detail:
            "What you write is not analysed, not used to sell you anything, and not passed on. Pictures from other sites are not even loaded: they would tell those sites that you are reading.",
        },
      ],
    },
    plainly: {
      heading: "Said plainly",
      lead: "A journal asks for trust, so here is also what we cannot promise.",
      points: [
        "The server has to open a page in order to show it to you. This is encryption of what is stored, not end-to-end encryption: while it works, the server can read.",
        "When you wrote and how many words is stored openly. What you wrote is not.",
        "Whoever sits at your computer while you are signed in can read what you can. Logging out takes the key of unsaved drafts with it.",
      ],
    },
    kept: {
      heading: "Nothing you write gets lost",
      detail:
        "“Saved” appears only when the server has your words. Until then every keystroke is kept on your device, sealed. And each save stays in the entry’s history: compare any two, bring any one back.",
      picture:
        "A drawing of an entry’s history: three versions of one sentence, with the words that changed marked.",
      versions: [
        { when: "21:42", words: "By nine the garden had", changed: "no edges left." },
        { when: "21:40", words: "By nine the garden was", changed: "all white." },
        { when: "21:38", words: "By nine", changed: "the garden" },
      ],
    },
    closing: {
      heading: "Tonight’s page is empty",
      detail: "One sentence about today is plenty.",
    },
  },
  footer: {
    label: "About Daybook",
    about: "A private journal. Made for writing, not for watching you write.",
    links: {
      front: "What Daybook is",
      privacy: "Privacy, said plainly",
      support: "Help",
    },
  },
  support: {
    title: "Help",
    lead: "Most questions have a short answer. If yours is not here, write to us.",
    questions: [
      {
        question: "I forgot my password",
        answer:
          "Ask for a new one by e-mail. Your entries stay as they are; you are logged out everywhere else.",
        link: { to: "/app/forgot-password", label: "Choose a new password" },
      },
      {
        question: "It says “Offline” or “Save failed” beside my entry. Are my words lost?",
        answer:
          "No. What you typed is kept on your device, sealed, and sent when the server can be reached again. Leave the page open, or come back to it in the same browser.",
      },
      {
        question: "I changed an entry and want the old text back",
        answer:
          "Open the entry, then History. Every save is there. Compare it with what you have now and restore it; the newer text stays in the history too.",
      },
      {
        question: "I deleted an entry or a journal",
        answer:
          "It waits in the trash for 30 days: an entry in its journal’s Trash list, a journal below your journals. Restore brings it back whole.",
      },
      {
        question: "Can you read what I write?",
        answer:
          "What is stored is encrypted, and a copy of the database shows none of your words. While the server works for you it opens your pages, so this is not end-to-end encryption.",
        link: { to: "/online-journal#privacy", label: "How it is done, and what we cannot promise" },
      },
      {
        question: "Does it work on my phone?",
        answer:
          "Journals open on computers for now. On a phone or tablet you can log in and out, and use the links of our mails.",
      },
      {
        question: "How do I delete my account?",
        answer:
          "In your account, under Delete Account. Every entry is destroyed together with its key, so nobody can bring it back.",
      },
    ],
    contact: {
      heading: "Write to us",
      detail:
        "Answer any mail that you got from Daybook: it reaches the people who run it. Say what you did and what you saw. Never send your password, and no text of your journal.",
    },
  },
} as const;
