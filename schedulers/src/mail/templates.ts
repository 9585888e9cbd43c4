import { cutBetweenCharacters } from "@daybook/content/excerpt";
import type { MailTemplate } from "@daybook/platform/mail/mail";
import { dayOf, dollarsOf } from "./amounts.ts";
import { renderLayout, type MailBody, safeName } from "./layout.ts";
import { membershipExpired, paymentFailed, type RenewalMailData, renewalUpcoming } from "./renewal-mails.ts";
import type { ReminderMail } from "./reminder-mail.ts";
import type { LookBackText } from "@daybook/application/looking-glass/read-look-back";
import type { OrderView } from "@daybook/application/purchases/view-orders";
import type { SharedPage } from "./share-mail.ts";

/** The data of every mail. `publicUrl` is the origin of links, without a trailing slash. */
type CommonData = { readonly firstName: string; readonly publicUrl: string };
type WithToken = CommonData & { readonly token: string };

/** The data of each template. */
export type MailData = {
  welcome: CommonData;
  login_link: WithToken & { readonly linkId: number };
  password_code: WithToken & { readonly email: string };
  confirm_email: WithToken;
  email_change_notice: CommonData;
  password_changed: CommonData;
  delete_link: CommonData;
  unlock_link: WithToken & { readonly journalId: number; readonly entryId: number | null };
  account_deleted: CommonData;
  reminder: CommonData & ReminderMail;
  share: CommonData & SharedPage;
  receipt: CommonData & OrderView;
  downgraded: CommonData & { readonly to: "free" | "pro" };
  refunded: CommonData & OrderView;
  renewal_upcoming: RenewalMailData;
  payment_failed: RenewalMailData;
  membership_expired: RenewalMailData;
  look_back: CommonData & LookBackText & { readonly isFirst: boolean };
};

const encode = encodeURIComponent;

const maxTitleLength = 120;

/** An entry as the object of a sentence: its shortened title in quotes. A title that looks like a link is left out. */
function describeEntry(title: string): string {
  const oneLine = safeName(title);
  if (oneLine === null) return title.trim() === "" ? "an entry without a title" : "an entry";
  if (oneLine.length <= maxTitleLength) return `“${oneLine}”`;
  return `“${cutBetweenCharacters(oneLine, maxTitleLength - 1).trimEnd()}…”`;
}

const methodOf = ({ cardLastFour }: Pick<OrderView, "cardLastFour">, preposition: "with" | "on"): string =>
  cardLastFour === null ? "with PayPal" : `${preposition} the card that ends in ${cardLastFour}`;

/** What was paid for an order, and how. */
function paymentOf({ amount, credit, cardLastFour }: OrderView): string {
  const deduction = credit > 0 ? ` ${dollarsOf(credit)} that was left of your earlier plan is deducted.` : "";
  if (amount === 0) return `Nothing was charged.${deduction}`;
  return `You paid ${dollarsOf(amount)} (USD) ${methodOf({ cardLastFour }, "with")}.${deduction}`;
}

const firstLookBack =
  "This is your first look-back. Looking Glass is on for your account and sends at most one such mail a week. You can turn it off with the link below, or for each journal in its settings.";

/** The texts of all mails. Pure: the same data gives the same mail. */
export const templates: { readonly [T in MailTemplate]: (data: MailData[T]) => MailBody } = {
  welcome: ({ firstName, publicUrl }) =>
    renderLayout({
      subject: "Welcome to Daybook",
      firstName,
      before: [
        "Your journal is ready. It is private: what you write is encrypted before it is stored.",
        "One sentence about today is a good first page.",
      ],
      action: { label: "Write the first page", url: `${publicUrl}/` },
      after: ["We are glad that you are here."],
    }),

  login_link: ({ firstName, publicUrl, linkId, token }) =>
    renderLayout({
      subject: "Your link to log in",
      firstName,
      before: ["Here is the link that you asked for. It logs you in without your password."],
      action: { label: "Log in to Daybook", url: `${publicUrl}/app/auto-login/${linkId}?c=${encode(token)}` },
      after: [
        "The link works once, within 15 minutes. Please do not share it: it opens your journal.",
        "If you did not ask for it, you can ignore this mail.",
      ],
    }),

  password_code: ({ firstName, publicUrl, token, email }) =>
    renderLayout({
      subject: "Your code for a new password",
      firstName,
      before: ["Forgot your password? Use this code to choose a new one:"],
      code: token,
      action: {
        label: "Choose a new password",
        url: `${publicUrl}/app/forgot-password-confirmation?code=${encode(token)}&email=${encode(email)}`,
      },
      after: [
        "The code works once, within 60 minutes.",
        "If you did not ask for it, you can ignore this mail. Your password stays as it is.",
      ],
    }),

  confirm_email: ({ firstName, publicUrl, token }) =>
    renderLayout({
      subject: "Please confirm your new address",
      firstName,
      before: [
        "Please confirm that this is the new address of your Daybook account. Until then, nothing changes.",
      ],
      action: { label: "Confirm this address", url: `${publicUrl}/app/confirm-email?token=${encode(token)}` },
      after: [
        "The link works once, within 48 hours.",
        "If you have no account with us or did not change your address, you can ignore this mail.",
      ],
    }),

  email_change_notice: ({ firstName, publicUrl }) =>
    renderLayout({
      subject: "Your address is about to change",
      firstName,
      before: [
        "Someone who is logged in to your account entered a new e-mail address for it. We sent a mail to that address. Once it is confirmed, we send mails there and no longer to this address.",
        "If it was you, there is nothing to do. If it was not, choose a new password now.",
      ],
      action: { label: "Choose a new password", url: `${publicUrl}/app/forgot-password` },
      after: [],
    }),

  password_changed: ({ firstName, publicUrl }) =>
    renderLayout({
      subject: "Your password was changed",
      firstName,
      before: [
        "The password of your Daybook account has just been changed.",
        "If it was you, there is nothing to do. If it was not, choose a new password now. The password that someone has just set then stops working.",
      ],
      action: { label: "Choose a new password", url: `${publicUrl}/app/forgot-password` },
      after: [],
    }),

  delete_link: ({ firstName, publicUrl }) =>
    renderLayout({
      subject: "How to delete your account",
      firstName,
      before: [
        "You asked how to delete your Daybook account. You can do it on the page below, after you log in.",
        "Deleting your account destroys the keys of your journals. After that nobody can read them, not even us. If you want to keep your pages, save them first.",
      ],
      action: { label: "Go to the page", url: `${publicUrl}/app/account/delete` },
      after: ["This mail does not delete anything. If you changed your mind, you can ignore it."],
    }),

  unlock_link: ({ firstName, publicUrl, journalId, entryId, token }) => {
    const lockedKind = entryId === null ? "journal" : "entry";
    const lockedPath = entryId === null ? `${journalId}` : `${journalId}/${entryId}`;
    return renderLayout({
      subject: `Your link to unlock your ${lockedKind}`,
      firstName,
      before: [`Forgot the password of your ${lockedKind}? This link removes its lock without the password.`],
      action: {
        label: `Unlock my ${lockedKind}`,
        url: `${publicUrl}/journals/${lockedPath}/unlock?token=${encode(token)}`,
      },
      after: [
        "The link works once, within 60 minutes, and only where you are logged in. Afterwards you can set a new password.",
        "If you did not ask for it, you can ignore this mail. The lock stays as it is.",
      ],
    });
  },

  account_deleted: ({ firstName, publicUrl }) =>
    renderLayout({
      subject: "Your account is deleted",
      firstName,
      before: [
        "Your Daybook account is deleted, and the keys of your journals are destroyed. Nobody can read them, not even us.",
        "This is our last mail to you. Thank you for writing with Daybook.",
      ],
      action: { label: "Visit Daybook", url: `${publicUrl}/` },
      after: ["You can start a new journal at any time."],
    }),

  reminder: ({ firstName, publicUrl, journalName, prompt, journalId, stopPath }) => {
    const name = safeName(journalName);
    return renderLayout({
      subject: "Time to write in your journal",
      firstName,
      before: [
        `You asked us to remind you to write in ${name === null ? "your journal" : `your journal “${name}”`}.`,
        `A question for today: ${prompt}`,
      ],
      action: { label: "Open a new page", url: `${publicUrl}/journals/${journalId}/new` },
      after: [],
      links: [
        { label: "Stop this reminder", url: publicUrl + stopPath },
        {
          label: "Manage the reminders of this journal",
          url: `${publicUrl}/app/manage-reminders/${journalId}`,
        },
      ],
    });
  },

  share: ({ firstName, publicUrl, sharer, message, page }) => {
    const name = safeName(sharer) ?? "Someone";
    return renderLayout({
      subject: "Someone shared a journal page with you",
      firstName,
      before: [`${name} writes a journal with Daybook and shares a page of it with you.`],
      quote: message,
      page,
      action: { label: "What is Daybook?", url: `${publicUrl}/` },
      after: [
        `A reply to this mail does not reach ${name}. We do not include their address.`,
        "If you have an account, you can turn off shared pages in your settings.",
      ],
    });
  },

  receipt: ({ firstName, publicUrl, ...order }) =>
    renderLayout({
      subject: "Your receipt from Daybook",
      firstName,
      before: [
        ...(order.isTest ? ["This was a test: nobody was charged."] : []),
        `Thank you for your order of ${dayOf(order.createdAt)}: ${order.description}.`,
        paymentOf(order),
        order.endsAt === null ? "Your plan never ends." : `Your plan ends on ${dayOf(order.endsAt)}.`,
      ],
      action: { label: "See your plan and orders", url: `${publicUrl}/app/account/billing` },
      after: [`Order number: ${order.id}`],
    }),

  downgraded: ({ firstName, publicUrl, to }) =>
    renderLayout({
      subject: to === "free" ? "Your account has the basic plan now" : "Your account has PRO now",
      firstName,
      before:
        to === "free"
          ? [
              "Your account has the basic plan now, as you asked. Your entries are now in one journal. This includes entries of journals whose lock was open; they no longer have that lock. A journal whose lock was closed has not changed.",
              "Your themes and settings that belong to PRO are stored. They come back when you buy a plan again.",
            ]
          : [
              "Your account has PRO instead of PRO plus now, as you asked. Your journals stay as they are, and your paid time ends on the same day as before.",
            ],
      action: { label: "See your plan", url: `${publicUrl}/app/account/billing` },
      after: ["If this was not you, choose a new password now."],
    }),

  refunded: ({ firstName, publicUrl, ...order }) =>
    renderLayout({
      subject: "Your refund from Daybook",
      firstName,
      before: [
        ...(order.isTest ? ["This was a test: nobody was charged, so nothing is paid back."] : []),
        `We have paid back your order of ${dayOf(order.createdAt)}: ${order.description}.`,
        `You get ${dollarsOf(order.amount)} (USD) back ${methodOf(order, "on")}. Banks can take some days to show it.`,
      ],
      action: { label: "See your orders", url: `${publicUrl}/app/account/billing` },
      after: [`Order number: ${order.id}`],
    }),

  renewal_upcoming: renewalUpcoming,
  payment_failed: paymentFailed,
  membership_expired: membershipExpired,

  look_back: ({
    firstName,
    publicUrl,
    journalId,
    entryId,
    title,
    date,
    age,
    stopPath,
    excludePath,
    isFirst,
  }) =>
    renderLayout({
      subject: `You wrote this ${age}`,
      firstName,
      before: [
        `Looking back: ${age}, on ${date}, you wrote ${describeEntry(title)}.`,
        "The text is not in this mail. It stays in your journal.",
      ],
      action: { label: "Read the entry", url: `${publicUrl}/journals/${journalId}/${entryId}` },
      after: isFirst ? [firstLookBack] : [],
      links: [
        { label: "Do not show this entry again", url: publicUrl + excludePath },
        { label: "Stop all look-backs", url: publicUrl + stopPath },
      ],
    }),
};
