const people = (count: number) => (count === 1 ? "1 person" : `${count} people`);

/** Text of the sharing dialogs. */
export const shareText = {
  notSaved: "This entry is not saved yet. Try again when it says “Saved”.",
  mail: {
    title: "Send this entry by e-mail",
    lead: "Recipients get the current text and your name. They do not see your address, and photos are not included.",
    to: "To",
    toHint: "Press Enter, comma or space to add an address. You can add up to 20.",
    recipients: "Recipients",
    remove: (address: string) => `Remove ${address}`,
    noRecipients: "Add at least one e-mail address.",
    tooMany: (maxPeople: number) => `At most ${maxPeople} people at once.`,
    message: "Message",
    messageHint: (remaining: number) => `${remaining.toLocaleString("en")} characters left.`,
    send: "Send",
    cancel: "Cancel",
    sent: (count: number) => `Sent to ${people(count)}.`,
    notSent: (reason: string) => `The entry was not sent. ${reason}`,
  },
  link: {
    title: "Public link",
    explanation:
      "Anyone with the link can read this entry, without an account. It shows the title, the text with its photos, and the date. It shows nothing about you.",
    whenItWorks:
      "The link does not work while the entry or its journal is locked or in the trash. You can remove it at any time.",
    create: "Create a public link",
    notCreated: (reason: string) => `The public link was not created. ${reason}`,
    address: "Link",
    open: "Open",
    copy: "Copy",
    copied: "Copied.",
    copyManually: (isAppleDevice: boolean) => `Press ${isAppleDevice ? "⌘C" : "Ctrl+C"} to copy it.`,
    remove: "Remove",
    removeTitle: "Remove the link?",
    removeDetail: "The link stops working. A new link will have a different address.",
    confirmRemove: "Remove the link",
    keep: "Keep it",
    removed: "Link removed.",
    notRemoved: (reason: string) => `The public link was not removed. ${reason}`,
  },
} as const;
