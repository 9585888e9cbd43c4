/** Sentences for the response codes of Braintree that the buyer can act on. */
const sentences: Readonly<Record<string, string>> = {
  "2001": "Your card was declined: there is not enough money on it. Please pay with another card.",
  "2004": "Your card was declined: it has expired. Please pay with another card.",
  "2005": "Your card was declined: its number is not valid. Please check it.",
  "2006": "Your card was declined: its expiration date is not valid. Please check it.",
  "2010": "Your card was declined: its security code is not right. Please check it.",
  "81715": "The card number is not valid. Please check it.",
  "91564": "This payment form was sent before. Please enter your card again.",
};

/** What to tell a person whose card was declined. Nothing was charged. */
export const declineSentence = (code: string | null): string =>
  sentences[code ?? ""] ?? "Your card was declined, and nothing was charged. Please try another card.";
