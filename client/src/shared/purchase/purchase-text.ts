import { planText } from "./plan-text.ts";
import type { PlanChoice } from "./purchase-types.ts";

const tierNames: Record<PlanChoice["level"], string> = { pro: planText.pro, plus: planText.plus };

/** Text of the form that buys a plan. */
export const purchaseText = {
  titleFree: "Buy a plan",
  titlePro: "Renew or change your plan",
  testMode: "Test mode: no money is taken.",
  notAvailable: "You cannot pay here right now: the card form is not set up. Please write to us.",
  /** what the specification says, with its spelling */
  failed:
    "An unkown error occurred while submitting your payment. Please check your payment info and try again.",
  paymentHelp: "Other ways to pay, and help",
  emailMissing: "Enter your e-mail address.",
  passwordMissing: "Enter your password.",
  forLife: "Your plan is for life. There is nothing to renew.",
  legend: "Plan",
  notChosen: "Choose a plan.",
  anotherPlan: "Buy another plan",
  payUnpriced: "Pay",
  renewal: {
    on: "This plan renews by itself, because automatic renewal is on: we charge your payment method again one day before it ends. You can turn that off in",
    off: "You pay once: this plan does not renew by itself. You can turn on automatic renewal in",
    visitor:
      "You pay once: this plan does not renew by itself, unless you turned on automatic renewal in your account before.",
    forLife: "You pay once, and nothing is charged again.",
    billing: "Plans & Billing",
  },
  account: {
    exists:
      "You did not get a plan, but your account exists now, with the password that you entered. Pay again with the same password, or log in and write without PRO.",
    taken: "There is an account with this e-mail address already. Enter its password.",
    forgot: "Forgot your password?",
    logIn: "Log in",
  },
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
  codeIncluded: (code: string) => `The price already includes ${code}.`,
  codeChangesNothing: "This code does not make the plan cheaper: the price is already that low.",
  codeDeduction: (code: string) => `Promo code ${code}`,
  card: "Test card number",
  cardHint:
    "4111 1111 1111 1111 is accepted, and 4000 1111 1111 1115 is declined. The number stays on this page.",
  hosted: {
    number: "Card number",
    expirationDate: "Expiration date",
    expirationHint: "Month and year, such as 09/28.",
    cvv: "Security code",
    privacy: "You type into fields of Braintree, our payment provider. Daybook never sees the number.",
    loading: "Loading the card fields…",
    notLoaded: "The card fields did not load. Check your connection, and open this page again.",
    invalid: {
      number: "This is not a card number. Check its digits.",
      expirationDate: "Check the expiration date.",
      cvv: "Check the security code.",
    },
    offline: "We cannot reach the payment provider. Nothing was charged. Please try again.",
    refused: "The payment provider does not accept this card. Check it, or use another one.",
  },
  notACard: "This is not a card number. Check its digits.",
  notATestCard: "Use one of the test cards. Real cards do not work in the test mode.",
  pay: (amount: number) => (amount === 0 ? "Get this plan" : `Pay ${planText.dollars(amount)}`),
  waiting:
    "We have no answer about your payment yet. Daybook asks again by itself, and you are never charged twice.",
  unknown: "We still do not know whether your payment went through. Ask again: you are never charged twice.",
  loggedOut:
    "We have no answer about your payment yet. Log in to see what became of it: you are never charged twice.",
  mayLeave:
    "You may leave this page. If the payment went through, you get a receipt by e-mail, and your plan begins by itself within a few minutes.",
  again: "Ask again now",
  earlierPaid: (name: string) => `Your earlier payment went through: you bought ${name}.`,
  earlierOpen: (time: string) =>
    `We have no answer yet about the payment that you began on ${time}. Daybook asks again by itself. You are never charged twice.`,
  earlierDeclined: (time: string, message: string) =>
    `Nothing was charged for the payment that you began on ${time}. ${message}`,
  earlierNotCharged: (time: string) =>
    `Nothing was charged for the payment that you began on ${time}. You may buy the plan now.`,
  earlierNotFound: (time: string) =>
    `We found no charge for the payment that you began on ${time}. You may buy the plan now. If the earlier payment is still open, nothing new is charged.`,
  earlierOfVisitor: (time: string) =>
    `You began a payment on ${time} and left before the answer. If it went through, your account has its plan now: log in, or fill in the form with the same e-mail address and password. You are never charged twice.`,
  paid: (name: string) => `Thank you. You bought ${name}.`,
} as const;
