import { planText } from "../../shared/purchase/plan-text.ts";
import type { DowngradeKind } from "./downgrade-values.ts";

/** Text of the downgrade page. */
export const downgradeText = {
  title: "Downgrade",
  heading: "Downgrade your plan",
  loses:
    "Downgrading from PRO returns your account to the basic plan. It happens at once: the rest of your paid time is lost.",
  losesNothing:
    "Your PRO plan has ended. Downgrading returns your account to the basic plan at once, and you can log in again.",
  basic: [
    "Your entries are merged into one journal, in the order of their dates. No entry is lost.",
    "Your PRO customizations are lost: themes, covers, fonts, and everything else that comes with PRO. They come back if you buy PRO again.",
    "Encryption-locked journals must be unlocked to stay available, and so must journals with a password. Unlocked journals that are merged lose their locks.",
  ],
  pro: [
    "Downgrading from PRO plus returns your account to PRO, at once. Your plan ends on the same day as before.",
    "Your journals and your customizations stay as they are. You stay logged in.",
    "Nothing is paid back: you have PRO for the rest of your paid time.",
  ],
  kinds: {
    legend: "Plan after the downgrade",
    plusToPro: "PRO",
    signedIn: "Basic plan",
  } satisfies Record<Exclude<DowngradeKind, "loggedOut">, string> & { legend: string },
  journals: {
    merged: "These journals become one",
    one: (name: string) => `You have one unlocked journal, “${name}”. It stays as it is.`,
    oneEncrypted: (name: string) =>
      `You have one unlocked journal, “${name}”. It loses its encryption lock, and nothing else changes.`,
    locked: "These locked journals are left out and stay locked",
    lockedHint: "Unlock them first to merge their entries, too.",
    unlock: (name: string) => `Unlock ${name}`,
  },
  refund: {
    amount: (dollars: number) =>
      `You get ${planText.dollars(dollars)} back, the way you paid. This can take a few days.`,
    none: "You get no money back: a payment is only returned for plans of a year or more, in the first 30 days.",
    unknown: "If you paid for a plan of a year or more in the last 30 days, you get that payment back.",
  },
  offer: {
    heading: "LIMITED OFFER",
    detail: "Renew now and get two extra years for free!",
    terms: "Once for each account, with a plan of a year or more.",
    claim: "Claim offer",
  },
  lockedForVisitor: "You are not logged in, so all locked journals are left out and stay locked.",
  visitor: "Enter the e-mail and password of your account, because you are not logged in.",
  comments: "What could we do better? (optional)",
  word: "Type “Downgrade” to confirm",
  submit: "Downgrade Now",
  busy: "Downgrading…",
  again: "Try again",
  unknown:
    "We do not know yet whether the downgrade has started. Try again: you are downgraded only once, and paid back only once.",
  unanswered: (time: string) =>
    `You sent a downgrade on ${time} and left before the answer. If it went through, your account has the basic plan now: log in to see it, or fill in the form again with the same e-mail address and password. It is only done once.`,
  stopped:
    "The downgrade stopped before it was finished. Everything you wrote is still there. Please try again.",
  keep: "Keep my plan",
  renew: "Renew instead",
  running: {
    heading: "Downgrading your account",
    detail: "Your entries are being merged. You can close this page: it continues without you.",
    label: "Progress",
  },
  sessionEnded: {
    heading: "You are logged out",
    detail:
      "Your session has ended. A downgrade ends all sessions when it is finished, so it may be done already. Log in to see your plan.",
    next: "Log in",
  },
  done: {
    heading: "Downgrade Success",
    detail: "You will be redirected to the login page.",
    detailPro: "You have PRO now. You will be redirected to your plan.",
    next: "Okay, got it.",
  },
  nothing: {
    heading: "You have the basic plan",
    detail: "There is nothing to downgrade.",
    back: "Back to your account",
  },
} as const;
