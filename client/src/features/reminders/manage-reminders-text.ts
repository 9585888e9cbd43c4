import { commonText } from "../../shared/common-text.ts";

/** Text of the page that manages the reminders of a journal. */
export const manageRemindersText = {
  title: (journal: string) => `Reminders for “${journal}”`,
  plainTitle: "Reminders",
  lead: "Get an e-mail with a link to a new page, at the time you choose.",
  inTrash: "This journal is in the trash, so its reminders are not sent.",
  notFound: {
    heading: "Journal Not Found",
    detail: `Oops. We couldn't find that journal in your account. Are you sure you logged into the right ${commonText.product} account?`,
    account: (email: string) => `You are logged in as ${email}. Going back to login logs you out.`,
    back: "Back to login",
  },
} as const;
