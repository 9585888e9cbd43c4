import { setTimeout as sleep } from "node:timers/promises";
import { createMember, type Habits, type Member, type MemberRecord } from "./member.ts";
import { createMemberCalls, type MemberCallsOptions } from "./member-calls.ts";
import { seededRandom } from "./seeded-random.ts";

/** The people of a run. The caller decides when they act. */
export type Members = {
  readonly records: readonly MemberRecord[];
  readonly lostReplies: number;
  /** Rejects with the first error of `buyFirstPlans` or `live`. Never resolves. */
  readonly failure: Promise<never>;
  /** Lets the people with the indexes `from` to `to - 1` buy their first plan. */
  buyFirstPlans(from: number, to: number, options: { readonly mustBeYearly: boolean }): Promise<void>;
  /** Lets each person act once, at a random moment within this time. Resolves when everybody has acted. */
  live(durationMs: number): Promise<void>;
  /** Lets each person check their membership and entries. */
  check(): Promise<void>;
};

const concurrentSignUps = 4;
/** Half of the people change their memberships often. The memberships of the other half mostly renew themselves. */
const habits: readonly Habits[] = [
  { uses: 0.9, changes: 0.9 },
  { uses: 0.2, changes: 0.1 },
];

/** Creates the accounts. The random choices of each person depend only on the seed. */
export async function signUpMembers(
  options: Pick<MemberCallsOptions, "origin" | "clock"> & { readonly count: number; readonly seed: number },
): Promise<Members> {
  const { count, seed, clock } = options;
  let lostReplies = 0;
  let reject: (error: unknown) => void = () => {};
  const failure = new Promise<never>((_, rejectFailure) => (reject = rejectFailure));
  failure.catch(() => {});
  const randomDelay = seededRandom(seed);

  async function signUp(index: number): Promise<Member> {
    const email = `member-${index}@example.com`;
    const calls = createMemberCalls({ ...options, email, onLostReply: () => void lostReplies++ });
    const accountId = await calls.signUp();
    const random = seededRandom(seed + 1 + index);
    return createMember({ accountId, email, calls, clock, random, habits: habits[index % habits.length]! });
  }

  const members: Member[] = [];
  for (let index = 0; index < count; index += concurrentSignUps) {
    const indexes = Array.from(
      { length: Math.min(concurrentSignUps, count - index) },
      (_, offset) => index + offset,
    );
    members.push(...(await Promise.all(indexes.map(signUp))));
  }

  /** Runs `work` for all these members at the same time. An error also rejects `failure`. */
  async function forEach(
    actingMembers: readonly Member[],
    work: (member: Member) => Promise<void>,
  ): Promise<void> {
    await Promise.all(actingMembers.map(work)).catch((error: unknown) => {
      reject(error);
      throw error;
    });
  }

  return {
    records: members.map(({ record }) => record),
    get lostReplies() {
      return lostReplies;
    },
    failure,
    buyFirstPlans: (from, to, { mustBeYearly }) =>
      forEach(members.slice(from, to), (member) => member.buyFirstPlan(mustBeYearly)),
    live: (durationMs) =>
      forEach(members, async (member) => {
        await sleep(randomDelay() * durationMs);
        await member.act();
      }),
    async check() {
      for (const member of members) await member.check();
    },
  };
}
