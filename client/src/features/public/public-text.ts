/** Text of the landing page, the help page and the footer. It describes only what Daybook has today. */
export const publicText = {
  landing: {
    title: "A private journal",
    heading: "A quiet place to write",
    lead: "Daybook is a journal in your browser. You write dated entries, as in a paper notebook. Each one is encrypted before it is stored, and no saved version is ever overwritten.",
    signUp: "Start your journal",
    logIn: "Log in",
    journals: "Go to your journals",
    free: "Free: one journal, unlimited entries.",
    picture:
      "A drawing of Daybook: a page with a date, a title and a few written lines, marked as saved, lying on two cloth-bound journals.",
    sample: {
      journal: "Evenings",
      otherJournal: "Walks",
      date: "Tue. Dec 2, 2025",
      title: "The first snow",
      lines: [
        "It began while we were washing up. Nobody said a word; we put out the lamp and stood at the window.",
        "By nine the garden had no edges left.",
      ],
      saved: "Saved 21:42",
      wordCount: "29 words",
    },
    privacy: {
      heading: "How your writing stays private",
      parts: [
        {
          title: "Encrypted before it is stored",
          detail:
            "Titles, pages, journal names and your own name are encrypted under keys of your account before they are stored. Only the search index holds words of your entries unencrypted.",
        },
        {
          title: "Deleted means deleted",
          detail:
            "When you delete an entry forever, or your account, its key is destroyed. Nobody can read it again, not even us.",
        },
        {
          title: "Nobody else reads it",
          detail:
            "What you write is not analysed, not used to sell you anything, and not passed on. Images from other sites are not loaded: they would tell those sites that you are reading.",
        },
      ],
    },
    limits: {
      heading: "In plain words",
      lead: "A journal needs trust, so we also tell you what we cannot promise.",
      points: [
        "The server has to decrypt an entry to show it to you. Stored data is encrypted, but this is not end-to-end encryption: the server can read an entry while it handles it.",
        "Not encrypted are the dates and word counts of your entries and, in the search index, their words. The index holds only the title of an entry with a password lock, and nothing of an encrypted journal.",
        "Anyone at your computer can read your entries while you are logged in. Logging out removes the key of unsaved drafts.",
      ],
    },
    history: {
      heading: "Nothing you write gets lost",
      detail:
        "“Saved” appears only when the server has your text. Until then, every change is kept on your device, encrypted. Each save stays in the entry’s history: compare any two, restore any of them.",
      picture:
        "A drawing of an entry’s history: three versions of one sentence, with the words that changed marked.",
      versions: [
        { when: "21:42", text: "By nine the garden had", changed: "no edges left." },
        { when: "21:40", text: "By nine the garden was", changed: "all white." },
        { when: "21:38", text: "By nine", changed: "the garden" },
      ],
    },
    closing: {
      heading: "Start writing tonight",
      detail: "One sentence about today is enough.",
    },
  },
  footer: {
    label: "About Daybook",
    about: "A private journal, made for writing.",
    links: {
      home: "What Daybook is",
      privacy: "Privacy in plain words",
      plans: "Plans and prices",
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
          "Request a new one by e-mail. Your entries do not change. You are logged out everywhere else.",
        link: { to: "/app/forgot-password", label: "Choose a new password" },
      },
      {
        question: "My entry says “Offline” or “Save failed”. Is my text lost?",
        answer:
          "No. Your text is kept on your device, encrypted, and sent when the server is reachable again. Keep the page open, or come back to it in the same browser.",
      },
      {
        question: "I changed an entry and want the old text back",
        answer:
          "Open the entry, then History. Every save is there. Compare it with the current text and restore it. The newer text stays in the history.",
      },
      {
        question: "I deleted an entry or a journal",
        answer:
          "It stays in the trash for 30 days: an entry in its journal’s Trash list, a journal below your journals. You can restore it there.",
      },
      {
        question: "Can you read what I write?",
        answer:
          "Stored text is encrypted. Only the search index holds words of your entries unencrypted. The server decrypts your entries while it handles them, so this is not end-to-end encryption.",
        link: { to: "/online-journal#privacy", label: "How it works, and what we cannot promise" },
      },
      {
        question: "Does it work on my phone?",
        answer:
          "Journals open on computers for now. On a phone or tablet you can log in and out, and use the links in our e-mails.",
        /** Replaces `answer` when all screens work on phones. */
        answerWithDesktopScreens: "Yes. Journals open on phones and tablets too.",
      },
      {
        question: "How do I delete my account?",
        answer:
          "In your account, under Delete Account. Every entry is deleted together with its key, so nobody can restore it.",
      },
    ],
    contact: {
      heading: "Write to us",
      detail:
        "Reply to any e-mail from Daybook: it reaches the people who run it. Tell us what you did and what you saw. Never send your password or text from your journal.",
    },
  },
} as const;
