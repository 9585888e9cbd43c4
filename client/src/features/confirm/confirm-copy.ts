/** The words of the pages that ask one question. */
export const confirmCopy = {
  broken: "Something went wrong on our side. Please try again.",
  unsubscribe: {
    title: "Unsubscribe",
    heading: "Unsubscribe from sponsored e-mails",
    lead: (email: string) => `No sponsored e-mail will be sent to ${email} any more.`,
    leadWithout: "Tell us the address, and no sponsored e-mail will be sent to it any more.",
    email: "E-mail",
    invalid: "Please type an e-mail address, like name@example.com.",
    confirm: "Unsubscribe Now",
    busy: "Unsubscribing…",
    doneHeading: "Success!",
    done: (email: string) => `${email} was permanently unsubscribed from sponsored e-mails.`,
    home: "Go to Daybook",
  },
} as const;
