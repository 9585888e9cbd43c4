/** The words of the page that phones and tablets are led to. */
export const mobileCopy = {
  title: "On your phone",
  heading: (firstName: string) => `Hello, ${firstName}`,
  lead: "Your journals open on a computer. They are made for a big page, and for a phone we have not made them well enough yet.",
  works: {
    heading: "What works here",
    points: [
      "Logging in and out, and choosing a new password",
      "The links in our mails that log you in, confirm an address or stop letters",
      "Help, and how we keep what you write private",
    ],
  },
  waits: {
    heading: "What waits for you at the computer",
    points: [
      "Writing and reading your entries, and opening their locks by a mailed link",
      "Your account, its settings and its deletion",
    ],
  },
  safe: "Nothing is missing: what you wrote is where you left it.",
  help: "Help",
  privacy: "Privacy, said plainly",
  logOut: "Log out",
} as const;
