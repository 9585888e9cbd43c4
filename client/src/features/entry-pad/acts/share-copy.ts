const people = (count: number) => (count === 1 ? "1 person" : `${count} people`);

/** The words around letting others read an entry. */
export const shareCopy = {
  notSaved: "This entry is not saved yet, so it cannot be shared. Try again when it says “Saved”.",
  mail: {
    title: "Send this entry by e-mail",
    lead: "They get the text as it is now, with your name. Your address stays with you, and pictures do not travel.",
    to: "To",
    toHint: "Enter, a comma or a space adds an address; up to 20.",
    recipients: "Recipients",
    remove: (address: string) => `Remove ${address}`,
    nobody: "Tell us whom to send it to.",
    tooMany: (most: number) => `At most ${most} people at once.`,
    message: "A few words with it",
    messageHint: (left: number) => `${left.toLocaleString("en")} characters left.`,
    send: "Send",
    cancel: "Cancel",
    sent: (count: number) => `On its way to ${people(count)}.`,
  },
  link: {
    title: "Public link",
    none: "Anybody who has the link can read this entry, without an account. It shows the title, the text with its pictures, and the date, and nothing about you.",
    closed:
      "While the entry or its journal is locked, or in the trash, the link opens nothing. You can withdraw it at any time.",
    make: "Make a public link",
    address: "Link",
    open: "Open",
    copy: "Copy",
    copied: "Copied.",
    copyByHand: "Press Ctrl+C to copy it.",
    withdraw: "Withdraw",
    withdrawTitle: "Withdraw the link?",
    withdrawDetail: "Whoever has it will find nothing there any more. A link made later is another one.",
    withdrawDo: "Withdraw the link",
    keep: "Keep it",
    withdrawn: "Nobody can open the link any more.",
  },
} as const;
