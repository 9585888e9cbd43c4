/** A part of the product that has an address and no screen yet. */
export type LaterPart = keyof typeof laterCopy.parts;

/** The words of what is not there yet: what it will be, and what holds until then. */
export const laterCopy = {
  title: "Not there yet",
  later: "This page will be here in a later version of Daybook.",
  back: "Back to your journals",
  front: "Back to the front page",
  parts: {
    reminders: {
      heading: "Reminders are not there yet",
      detail: "Daybook sends none for now, so there is none to change or to stop.",
    },
    lookingGlass: {
      heading: "Looking Glass is not there yet",
      detail: "Daybook mails nobody their old entries for now, so there is nothing to turn off.",
    },
    exports: {
      heading: "Export is not there yet",
      detail: "No file has been made that could be downloaded here. Your entries are safe where they are.",
    },
    promotions: {
      heading: "There is no offer here",
      detail:
        "Daybook sells nothing yet. The free account is whole: one journal, as many entries as you like.",
    },
    plans: {
      heading: "Plans are not there yet",
      detail: "Nothing can be bought, renewed or cancelled for now, and nothing is charged.",
    },
  },
} as const;
