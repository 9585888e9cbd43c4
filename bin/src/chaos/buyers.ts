import { setTimeout as sleep } from "node:timers/promises";
import { newKey, NoAnswer, remoteDaybook, type RemoteDaybook } from "../remote/remote-daybook.ts";
import { Violation } from "./writers.ts";

/** What the buyers know for certain. */
export type Bought = {
  /** Acknowledged purchases. */
  acknowledged: number;
  /** Purchases that were stored, but not charged before the server died. They stay open for a while, and cannot be repeated sooner. */
  notCharged: number;
  /** Attempts without an answer, which were repeated. */
  lostReplies: number;
  /** The end of each account's membership, as the last acknowledged purchase said. */
  readonly ends: Map<number, string>;
};

/** The purchases of one account: PRO, a month more, the change to PRO plus, and then years of it. The limit for an account is 20. */
const steps = [
  ["goProLoggedIn", "standard", 1],
  ["manualRenew", "standardmonthly", 1],
  ["proPlusConversion", "proplus", 5],
  ...Array.from({ length: 12 }, () => ["manualRenew", "proplus", 1] as const),
] as const;

const longestPauseMs = 100;
const retryPauseMs = 100;
/** A purchase that still has no answer after this time will not get one. */
const retries = 600;
/** An answer "not known yet" that does not change while the server runs: the purchase was not charged. */
const unknownAnswers = 30;

/** Buyers that run until `finish`. */
export type Buyers = {
  readonly bought: Readonly<Bought>;
  /** Rejects with the first violation. Never resolves. */
  readonly failed: Promise<never>;
  /** Resolves when the running purchases have ended. */
  finish(): Promise<void>;
};

/**
 * Starts buyers: each signs up, buys one plan after the other, and begins again with a new account. A purchase without an answer is
 * repeated with the same key until its result is known.
 */
export function startBuyers(options: { origin: string; count: number; random: () => number }): Buyers {
  const { origin, count, random } = options;
  const bought: Bought = { acknowledged: 0, notCharged: 0, lostReplies: 0, ends: new Map() };
  const stopping = new AbortController();
  let accounts = 0;

  /** Repeats a call that got no answer, because the server was killed. */
  async function untilAnswered<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof NoAnswer) || attempt >= retries) throw error;
        bought.lostReplies++;
        await sleep(retryPauseMs);
      }
    }
  }

  async function signUp(): Promise<RemoteDaybook> {
    const person = remoteDaybook(origin);
    const email = `buyer-${++accounts}@example.com`;
    for (let attempt = 0; ; attempt++) {
      try {
        await untilAnswered(() => person.logInOrSignUp({ email, password: "and so to bed 1660" }));
        return person;
      } catch (error) {
        // The database may be starting.
        if (attempt >= unknownAnswers) throw error;
        await sleep(retryPauseMs);
      }
    }
  }

  /** Buys one plan. False when it was not charged, so that this account can buy nothing for a while. */
  async function buy(person: RemoteDaybook, [call, packageName, subscription]: (typeof steps)[number]) {
    const body = {
      membership_package_name: packageName,
      subscription,
      payment_method_nonce: "fake-valid-visa-nonce",
    };
    const key = newKey();
    for (let unknown = 0; unknown < unknownAnswers;) {
      const answer = await untilAnswered(() => person.call(call, { body, key }));
      if (answer.ok) {
        bought.acknowledged++;
        bought.ends.set(answer.body.user.id, answer.body.user.pro_membership?.expires_at ?? "");
        return true;
      }
      if (answer.status < 500) throw new Violation(`a purchase was refused with ${answer.body.code}`);
      if (answer.body.code === "payment_unknown") unknown++;
      await sleep(retryPauseMs);
    }
    bought.notCharged++;
    return false;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const person = await signUp();
      for (const step of steps) {
        if (stopping.signal.aborted || !(await buy(person, step))) break;
        await sleep(random() * longestPauseMs);
      }
    }
  }

  const running = Promise.all(Array.from({ length: count }, run));
  const failed = new Promise<never>((_, reject) => void running.catch(reject));
  failed.catch(() => {});
  return {
    bought,
    failed,
    async finish() {
      stopping.abort();
      await running;
    },
  };
}
