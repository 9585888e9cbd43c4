import type { Plan } from "@daybook/domain/contract/plans";

/** The plan of one year at its full price, without notes. Prices are in US dollars. */
export const samplePlan: Plan = {
  name: "1 Year",
  value: "1",
  level: "pro",
  price: 19.99,
  plusPrice: 49.99,
  fullPrice: 19.99,
  fullPlusPrice: 49.99,
  savings: 0,
  plusSavings: 0,
  note: null,
  plusNote: null,
  subscription: 1,
  packageName: "standard",
  plusPackageName: "proplus",
};
