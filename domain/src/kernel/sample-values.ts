import type { Sealed } from "./sealed.ts";

/** Fake ciphertext for samples and tests. No key opens it. */
export function sampleSealed<L extends string>(name: string): Sealed<L> {
  return `sealed-${name}` as Sealed<L>;
}

/** The time of a sample event, `minute` minutes after a fixed moment. ISO-8601 UTC. */
export const sampleTime = (minute: number): string =>
  new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();

/** Ids that all samples use, so that samples of different aggregates fit together. */
export const sampleIds = {
  account: 101,
  session: 201,
  journal: 301,
  entry: 401,
  version: 501,
  link: 601,
  photo: 701,
  tag: 701,
  share: 801,
  reminder: 901,
  order: 1001,
} as const;
