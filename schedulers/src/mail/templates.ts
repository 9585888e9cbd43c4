import type { MailTemplate } from "@daybook/platform/mail/mail";
import { harmlessName, layout, type MailBody } from "./layout.ts";
import type { SharedPage } from "./share-mail.ts";

/** What every mail knows: whom it greets, and the origin that its links begin with, without a slash at the end. */
type Common = { readonly firstName: string; readonly publicUrl: string };
type WithToken = Common & { readonly token: string };

/** What each mail is made of. */
export type MailData = {
  welcome: Common;
  login_link: WithToken & { readonly linkId: number };
  password_code: WithToken & { readonly email: string };
  confirm_email: WithToken;
  email_change_notice: Common;
  password_changed: Common;
  delete_link: Common;
  unlock_link: WithToken & { readonly journalId: number; readonly entryId: number | null };
  account_deleted: Common;
  share: Common & SharedPage;
};

const part = encodeURIComponent;

/** The mails in words. Pure: the same data makes the same mail. */
export const templates: { readonly [T in MailTemplate]: (data: MailData[T]) => MailBody } = {
  welcome: ({ firstName, publicUrl }) =>
    layout({
      subject: "Welcome to Daybook",
      firstName,
      before: [
        "Your journal is ready. It is yours alone: what you write is sealed before it is stored, and nobody reads along.",
        "One sentence about today is a good first page.",
      ],
      action: { label: "Write the first page", url: `${publicUrl}/` },
      after: ["We are glad that you are here."],
    }),

  login_link: ({ firstName, publicUrl, linkId, token }) =>
    layout({
      subject: "Your link to log in",
      firstName,
      before: ["Here is the link that you asked for. It logs you in without your password."],
      action: { label: "Log in to Daybook", url: `${publicUrl}/app/auto-login/${linkId}?c=${part(token)}` },
      after: [
        "It works once, and for 15 minutes. Please pass it on to nobody: whoever opens it is in your journal.",
        "You did not ask for it? Then just delete this mail; nothing happens.",
      ],
    }),

  password_code: ({ firstName, publicUrl, token, email }) =>
    layout({
      subject: "Your code for a new password",
      firstName,
      before: ["You forgot your password? It happens. With this code you choose a new one:"],
      code: token,
      action: {
        label: "Choose a new password",
        url: `${publicUrl}/app/forgot-password-confirmation?code=${part(token)}&email=${part(email)}`,
      },
      after: [
        "The code works once, and for 60 minutes.",
        "You did not ask for it? Then just delete this mail; your password stays as it is.",
      ],
    }),

  confirm_email: ({ firstName, publicUrl, token }) =>
    layout({
      subject: "Please confirm your new address",
      firstName,
      before: [
        "This address is to become the one of your Daybook account. Until you confirm it, everything stays as it was.",
      ],
      action: { label: "Confirm this address", url: `${publicUrl}/app/confirm-email?token=${part(token)}` },
      after: [
        "The link works once.",
        "You have no account with us, or did not change your address? Then just delete this mail; nothing happens.",
      ],
    }),

  email_change_notice: ({ firstName, publicUrl }) =>
    layout({
      subject: "Your address is about to change",
      firstName,
      before: [
        "Somebody who was logged in to your account entered another e-mail address for it. We have sent a mail there; once it is confirmed, mails go to the new address and no longer to this one.",
        "Was it you? Then there is nothing to do here. If it was not, choose a new password now.",
      ],
      action: { label: "Choose a new password", url: `${publicUrl}/app/forgot-password` },
      after: [],
    }),

  password_changed: ({ firstName, publicUrl }) =>
    layout({
      subject: "Your password was changed",
      firstName,
      before: [
        "The password of your Daybook account has just been changed.",
        "Was it you? Then there is nothing to do. If it was not, take your account back now: with a new password, the one that was set just now stops working.",
      ],
      action: { label: "Choose a new password", url: `${publicUrl}/app/forgot-password` },
      after: [],
    }),

  delete_link: ({ firstName, publicUrl }) =>
    layout({
      subject: "How to delete your account",
      firstName,
      before: [
        "You asked how to delete your Daybook account. On the page below you can do it, after you have logged in.",
        "Deleting destroys the keys of your journals. From then on nobody can read them again, not even we. If you want to keep your pages, save them first.",
      ],
      action: { label: "Go to the page", url: `${publicUrl}/app/account/delete` },
      after: ["This mail deletes nothing by itself. If you changed your mind, just delete it."],
    }),

  unlock_link: ({ firstName, publicUrl, journalId, entryId, token }) => {
    const what = entryId === null ? "journal" : "entry";
    const place = entryId === null ? `${journalId}` : `${journalId}/${entryId}`;
    return layout({
      subject: `Your link to unlock your ${what}`,
      firstName,
      before: [
        `You forgot the password of your ${what}? With this link you take its lock off, without the password.`,
      ],
      action: {
        label: `Unlock my ${what}`,
        url: `${publicUrl}/journals/${place}/unlock?token=${part(token)}`,
      },
      after: [
        "It works once, and for 60 minutes, and only where you are logged in. Afterwards you can set a new password.",
        "You did not ask for it? Then just delete this mail; the lock stays as it is.",
      ],
    });
  },

  account_deleted: ({ firstName, publicUrl }) =>
    layout({
      subject: "Your account is deleted",
      firstName,
      before: [
        "Your Daybook account is deleted, and the keys of your journals are destroyed. Nobody can read them again, not even we.",
        "This is the last mail that you get from us. Thank you for the days that you kept here.",
      ],
      action: { label: "Visit Daybook", url: `${publicUrl}/` },
      after: ["If you ever want to begin again, a new page is waiting."],
    }),

  share: ({ firstName, publicUrl, sharer, message, page }) => {
    const name = harmlessName(sharer) ?? "Somebody";
    return layout({
      subject: "A page of a journal is shared with you",
      firstName,
      before: [`${name} keeps a journal with Daybook, and would like you to read a page of it.`],
      quote: message,
      page,
      action: { label: "What is Daybook?", url: `${publicUrl}/` },
      after: [
        `An answer to this mail does not reach ${name}, whose address is not in it. If you know each other, you know where to write.`,
        "You have an account and want no shared pages? Your settings have a switch for it.",
      ],
    });
  },
};
