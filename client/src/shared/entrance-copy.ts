/** The words that several entrances share; apart from the others, because most pages do without them. */
export const entranceCopy = {
  problems: {
    email: "This is not an e-mail address.",
    firstNameMissing: "Your first name is missing.",
    nameTooLong: "This name is too long.",
    passwordShort: "A password has at least 8 characters.",
    passwordLong: "A password has at most 256 characters.",
    passwordsDiffer: "The two passwords are not the same.",
  },
  tooOften: (time: string, minutes: number) =>
    `That was tried too often. Please try again at ${time}, in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
  botCheck: {
    label: "Check that you are not a robot",
    failed:
      "The check that you are not a robot did not load. It comes from challenges.cloudflare.com; something may be blocking it.",
  },
} as const;
