/** Text of the page for phones and tablets. */
export const mobileText = {
  title: "On your phone",
  heading: (firstName: string) => `Hello, ${firstName}`,
  lead: "Your journals open on a computer. They do not work well on phones yet.",
  works: {
    heading: "What works here",
    points: [
      "Logging in and out, and choosing a new password",
      "Links in our e-mails: logging in, confirming an address, unsubscribing, changing reminders",
      "Help and privacy information",
    ],
  },
  needsComputer: {
    heading: "What needs a computer",
    points: [
      "Writing and reading entries, also from a link in a reminder, and unlocking them",
      "Account settings, and deleting your account",
    ],
  },
  safe: "All your entries are safe.",
  help: "Help",
  privacy: "Privacy in plain words",
  logOut: "Log out",
} as const;
