/** Text that several forms for passwords and e-mail addresses share. A separate module, because most pages do not need it. */
export const authText = {
  problems: {
    email: "This is not an e-mail address.",
    firstNameMissing: "Enter your first name.",
    nameTooLong: "This name is too long.",
    passwordShort: "A password has at least 8 characters.",
    passwordLong: "A password has at most 256 characters.",
    passwordsDiffer: "The two passwords are not the same.",
  },
  tooOften: (time: string, minutes: number) =>
    `Too many attempts. Try again at ${time}, in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
  botCheck: {
    label: "Confirm you are not a robot",
    failed: "The robot check did not load. Something may be blocking challenges.cloudflare.com.",
  },
} as const;
