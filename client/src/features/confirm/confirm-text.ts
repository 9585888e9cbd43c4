/** Text of the confirmation pages. */
export const confirmText = {
  broken: "Something went wrong on our side. Please try again.",
  unsubscribe: {
    title: "Unsubscribe",
    heading: "Unsubscribe from sponsored e-mails",
    lead: (email: string) => `You will no longer receive sponsored e-mails at ${email}.`,
    leadWithout: "Enter your address to stop sponsored e-mails.",
    email: "E-mail",
    invalid: "Enter an e-mail address, like name@example.com.",
    confirm: "Unsubscribe Now",
    busy: "Unsubscribing…",
    doneHeading: "Success!",
    done: (email: string) => `${email} was permanently unsubscribed from sponsored e-mails.`,
    home: "Go to Daybook",
  },
} as const;
