import type { RenewalMailText } from "@daybook/application/purchases/read-renewal-mail";
import { dayOf, dollarsOf } from "./amounts.ts";
import { type MailBody, renderLayout } from "./layout.ts";

/** What the mails about the end of a membership need. */
export type RenewalMailData = RenewalMailText & { readonly firstName: string; readonly publicUrl: string };

const testNote = ({ isTest }: RenewalMailText): string[] =>
  isTest ? ["This is the test mode: nobody is really charged."] : [];

const pricePhrase = ({ amount }: RenewalMailText): string =>
  amount === null ? "" : ` for ${dollarsOf(amount)} (USD)`;

/** Where somebody changes the payment method or turns the renewal off. */
const billingUrl = (publicUrl: string): string => `${publicUrl}/app/account/billing`;

/** The mail before a plan of a year or more renews itself. */
export function renewalUpcoming(mail: RenewalMailData): MailBody {
  const { firstName, publicUrl, description, endsAt, nextChargeAt, hasPaymentMethod } = mail;
  const charge = `It renews itself${pricePhrase(mail)}. We charge your payment method on ${dayOf(nextChargeAt ?? endsAt)}.`;
  const noMethod =
    "It renews itself, but there is no payment method that we can charge. Please add one before that day.";
  return renderLayout({
    subject: "Your plan renews soon",
    firstName,
    before: [
      ...testNote(mail),
      `Your plan ${description} ends on ${dayOf(endsAt)}.`,
      hasPaymentMethod ? charge : noMethod,
    ],
    action: { label: "See your plan", url: billingUrl(publicUrl) },
    after: [
      "If you do not want this, turn off the automatic renewal there before that day. You keep your plan until it ends.",
    ],
  });
}

/** The mail when a renewal was due, but the plan is not for sale. */
function planNotSold(mail: RenewalMailData): MailBody {
  const { firstName, publicUrl, description, paidUntil } = mail;
  return renderLayout({
    subject: "Your plan could not be renewed",
    firstName,
    before: [
      ...testNote(mail),
      `Your plan ${description} is not for sale, so it cannot renew itself. Nothing was charged.`,
      `You keep it until ${dayOf(paidUntil)}. To go on after that day, choose another plan.`,
    ],
    action: { label: "Choose a plan", url: billingUrl(publicUrl) },
    after: ["Everything that you wrote is safe, even without a plan."],
  });
}

/** The mail when a renewal could not be paid. Without an amount, the plan is not for sale. */
export function paymentFailed(mail: RenewalMailData): MailBody {
  if (mail.amount === null) return planNotSold(mail);
  const { firstName, publicUrl, description, nextChargeAt, hasPaymentMethod, paidUntil } = mail;
  const nextAttempt =
    nextChargeAt === null
      ? "We do not try again."
      : `We try again on ${dayOf(nextChargeAt)}. Until ${dayOf(paidUntil)} you keep your plan.`;
  return renderLayout({
    subject: "Your plan could not be renewed",
    firstName,
    before: [
      ...testNote(mail),
      `We tried to renew your plan ${description}${pricePhrase(mail)}.`,
      hasPaymentMethod
        ? "Your payment method was declined, and nothing was charged."
        : "There is no payment method that we can charge.",
      nextAttempt,
    ],
    action: { label: "Change your payment method", url: `${billingUrl(publicUrl)}?update-payment` },
    after: ["Everything that you wrote is safe, even without a plan."],
    links: [{ label: "Other ways to pay, and help", url: `${publicUrl}/app/renew-error` }],
  });
}

/** The mail when a membership has ended. */
export function membershipExpired({ firstName, publicUrl, description, endsAt }: RenewalMailData): MailBody {
  return renderLayout({
    subject: "Your plan has ended",
    firstName,
    before: [
      `Your plan ${description} ended on ${dayOf(endsAt)}.`,
      "Everything that you wrote is still here. To go on writing, renew your plan or change to the basic plan, which is free.",
    ],
    action: { label: "Renew your plan", url: `${publicUrl}/app/renew` },
    after: [],
  });
}
