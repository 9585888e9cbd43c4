import type { Sealed } from "./sealed.ts";

/** A stand-in for ciphertext in samples and tests; no key opens it. */
export function sampleSealed<L extends string>(name: string): Sealed<L> {
  return `sealed-${name}` as Sealed<L>;
}

/** The moments that samples happen at, one minute apart. */
export const sampleTime = (minute: number): string =>
  new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();

/** Ids that samples share, so that samples of several aggregates tell one story. */
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
} as const;
