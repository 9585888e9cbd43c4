/** Text about plans and their prices. */
export const planText = {
  aboutPro: "About PRO",
  caption: "Plans and prices in US dollars",
  plan: "Plan",
  pro: "PRO",
  plus: "PRO plus",
  onlyPlus: "Only in PRO plus",
  fullPrice: "Full price",
  currentPrice: "now",
  dollars: (amount: number) => `$${amount.toFixed(2)}`,
  sale: (name: string, percent: number, end: string) =>
    `${name}: ${percent} percent off yearly plans. It ends on ${end}.`,
} as const;
