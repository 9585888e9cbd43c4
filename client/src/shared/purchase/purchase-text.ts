import { planText } from "./plan-text.ts";
import type { PlanChoice } from "./purchase-types.ts";

const tierNames: Record<PlanChoice["level"], string> = { pro: planText.pro, plus: planText.plus };

/** Text of the form that buys a plan. */
export const purchaseText = {
  titleFree: "Buy a plan",
  titlePro: "Renew or change your plan",
  testMode: "Test mode: no money is taken.",
  notAvailable:
    "You cannot pay on this page yet. The form for real cards comes in a later version of Daybook.",
  /** what the specification says, with its spelling */
  failed:
    "An unkown error occurred while submitting your payment. Please check your payment info and try again.",
  emailMissing: "Enter your e-mail address.",
  passwordMissing: "Enter your password.",
  forLife: "Your plan is for life. There is nothing to renew.",
  legend: "Plan",
  planName: (level: PlanChoice["level"], name: string) => `${tierNames[level]}, ${name}`,
  option: (name: string, price: number) => `${name}: ${planText.dollars(price)}`,
  pricing: "Getting the price…",
  price: "Price",
  credit: "Unused part of your current plan",
  minus: (amount: number) => `−${planText.dollars(amount)}`,
  total: "You pay",
  starts: "Starts",
  ends: "Ends",
  never: "Never",
  code: "Promo code (optional)",
  applyCode: "Apply",
  removeCode: "Remove",
  codeTakesOff: (code: string, amount: string) => `${code} takes off ${amount}.`,
  codeAddsYears: (code: string, years: number) =>
    `${code} adds ${years === 1 ? "one year" : `${years} years`} for free.`,
  codeChangesNothing: "This code does not make the plan cheaper: the price is already that low.",
  codeDeduction: (code: string) => `Promo code ${code}`,
  card: "Test card number",
  cardHint:
    "4111 1111 1111 1111 is accepted, and 4000 1111 1111 1115 is declined. The number stays on this page.",
  notACard: "This is not a card number. Check its digits.",
  notATestCard: "Use one of the test cards. Real cards do not work in the test mode.",
  pay: (amount: number) => `Pay ${planText.dollars(amount)}`,
  unknown: "We do not know yet whether your payment went through. Try again: you will not be charged twice.",
  again: "Try again",
  paid: (name: string) => `Thank you. You bought ${name}.`,
} as const;
