import { accountDecider } from "@daybook/domain/account/decider";
import type { AccountEvent } from "@daybook/domain/account/events";
import { fold } from "@daybook/domain/kernel/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { MembershipEvent } from "@daybook/domain/membership/events";
import { upcast } from "@daybook/domain/versioning/upcast";
import type { Clock } from "@daybook/platform/clock";
import { createPostgresEventStore } from "@daybook/platform/event-store/postgres";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import { createListener } from "@daybook/platform/postgres/listen";
import type pg from "pg";
import { checkReconciled, checkSums, countOpenWork, type MoneySums } from "./check-money.ts";
import type { MemberRecord } from "./member.ts";
import { paidMembership } from "./paid-membership.ts";
import { missedStepOf, stepsOf } from "./renewal-record.ts";
import { Violation } from "./writers.ts";

const maxEvents = 10_000;

/** How many events of each type the memberships have, and sums in US cents. */
export type MembershipTotals = MoneySums & { readonly events: ReadonlyMap<MembershipEvent["type"], number> };

async function readEvents(store: EventStore, stream: string): Promise<unknown[]> {
  const storedEvents = await store.readStream(stream, { from: 0, limit: maxEvents });
  return storedEvents.map((event) => upcast(event));
}

/** Counts the purchases that a person made. Only purchases and renewals have a credit. */
const countPurchases = (events: readonly MembershipEvent[]) =>
  events.filter(({ type, data }) => "credit" in data && type !== "MembershipAutoRenewed").length;

const countDowngrades = (events: readonly MembershipEvent[]) =>
  events.filter(({ type }) => type === "MembershipDowngraded").length;

/** Compares what one account has with what it has paid for, and with the replies that the person got. */
async function checkAccount(
  store: EventStore,
  record: MemberRecord,
  now: number,
): Promise<MembershipEvent[]> {
  const { accountId, purchases, downgrades, endsAt } = record;
  // These streams have no other events.
  const events = (await readEvents(store, streamOf.membership(accountId))) as MembershipEvent[];
  const accountEvents = (await readEvents(store, streamOf.account(accountId))) as AccountEvent[];
  const paid = paidMembership(events);
  const { membership } = fold(accountDecider, accountEvents);
  const actual = {
    level: membership?.level,
    end: membership?.expiresAt,
    purchases: countPurchases(events),
    downgrades: countDowngrades(events),
  };
  const expected = { level: paid?.level, end: paid?.endsAt, purchases, downgrades };
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Violation(`an account has ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
  if (endsAt !== undefined && endsAt !== (paid?.endsAt ?? null)) {
    throw new Violation(`a membership that is paid until ${paid?.endsAt} was shown as ending ${endsAt}`);
  }
  const steps = stepsOf(events);
  if (new Set(steps).size !== steps.length)
    throw new Violation(`a renewal has a step twice: ${steps.join()}`);
  const missedStep = missedStepOf(membership, steps, now);
  if (missedStep !== null) throw new Violation(`a membership has missed ${missedStep}: ${steps.join()}`);
  return events;
}

/**
 * Checks the memberships of a run: each account has what it has paid for and nothing else, each acknowledged purchase and downgrade is
 * there once, no first attempt to renew and no end was missed, the sums of the charges and refunds match the orders, no work is open,
 * and `reconcile` finds nothing.
 */
export async function checkMemberships(
  pool: pg.Pool,
  connectionString: string,
  clock: Clock,
  records: readonly MemberRecord[],
): Promise<MembershipTotals> {
  const listener = createListener({ connectionString });
  const store = createPostgresEventStore({ pool, listener });
  try {
    const openWork = await countOpenWork(pool);
    if (Object.values(openWork).some((count) => count > 0))
      throw new Violation(`something is still open: ${JSON.stringify(openWork)}`);
    const now = clock.now();
    const events = new Map<MembershipEvent["type"], number>();
    for (const record of records) {
      for (const { type } of await checkAccount(store, record, now))
        events.set(type, (events.get(type) ?? 0) + 1);
    }
    const sums = await checkSums(pool);
    await checkReconciled(pool, store, clock);
    return { ...sums, events };
  } finally {
    await listener.close();
  }
}
