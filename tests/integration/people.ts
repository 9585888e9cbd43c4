import { randomUUID } from "node:crypto";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, beforeEach } from "vitest";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

/** The shared Daybook, and a new person for each test. The returned object is filled before each test. */
export function usePerson() {
  const setup = {} as { daybook: RunningDaybook; person: RemoteDaybook };
  beforeAll(async () => {
    setup.daybook = await sharedDaybook();
  });
  beforeEach(async () => {
    setup.person = await setup.daybook.newPerson();
  });
  return setup;
}

/** The id of a person's first journal. */
export async function firstJournalIdOf(person: RemoteDaybook): Promise<string> {
  const { journals } = ok(await person.call("listJournals"));
  const id = journals[0]?.journal.id;
  if (id === undefined) throw new Error("there is no journal");
  return String(id);
}

/** Creates a person with PRO, and waits until every read model shows it. */
export async function createPaidPerson(daybook: RunningDaybook): Promise<RemoteDaybook> {
  const person = await daybook.newPerson();
  await daybook.grant(person, { level: "pro", years: 1 });
  await daybook.waitUntilCaughtUp();
  return person;
}

/** Stores a card of the test mode for a person. */
export async function storeCard(person: RemoteDaybook): Promise<void> {
  const body = { payment_method_nonce: "fake-valid-visa-nonce" };
  ok(await person.call("editPaymentInfo", { body, key: randomUUID() }));
}

/** A year of PRO without automatic renewal. A grant also needs `expiresAt`. */
export const yearWithoutRenewal = {
  level: "pro",
  packageName: "standard",
  subscriptionLength: 1,
  autoRenew: false,
} as const;

/** A purchase of a year of PRO with a card of the test mode. */
export const proSubmission = {
  packageName: "standard",
  subscription: 1,
  payWith: { nonce: "fake-valid-nonce" },
  promoCode: null,
  shownAmount: null,
};
