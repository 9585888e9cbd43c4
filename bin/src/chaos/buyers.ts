import { setTimeout as sleep } from "node:timers/promises";
import { newKey, NoAnswer, remoteDaybook, type RemoteDaybook } from "../remote/remote-daybook.ts";
import { Violation } from "./writers.ts";

/** What the replies to the buyers have shown. */
export type PurchaseRecord = {
  /** Acknowledged purchases. */
  acknowledged: number;
  /** Purchases that were stored, but not charged because the server died. While such a purchase is open, its account can buy nothing. */
  notCharged: number;
  /** Attempts without an answer, which were repeated. */
  lostReplies: number;
  /** The end of the membership of each account, from the reply to its last acknowledged purchase. */
  readonly membershipEnds: Map<number, string>;
};

/** The purchases of one account: PRO, a month more, the change to PRO plus, and then years of it. An account may try 20 purchases in an hour. */
const purchaseSteps = [
  ["goProLoggedIn", "standard", 1],
  ["manualRenew", "standardmonthly", 1],
  ["proPlusConversion", "proplus", 5],
  ...Array.from({ length: 12 }, () => ["manualRenew", "proplus", 1] as const),
] as const;

const longestPauseMs = 100;
const retryPauseMs = 100;
/** After this many attempts without an answer, a call fails. */
const maxAttempts = 2_000;
/** After this many answers that the result is not known yet, the purchase counts as not charged. */
const maxUnknownAnswers = 30;
/** After this many failed attempts to sign up, a buyer fails. */
const maxSignUpAttempts = 30;

/** Buyers that run until `finish`. */
export type Buyers = {
  readonly record: Readonly<PurchaseRecord>;
  /** Rejects with the first error that stops a buyer, such as a violation. Never resolves. */
  readonly failure: Promise<never>;
  /** Resolves when the running purchases have ended. */
  finish(): Promise<void>;
};

/**
 * Starts buyers: each signs up, buys one plan after the other, and begins again with a new account. A purchase without an answer is
 * repeated with the same key until its result is known, or counts as not charged after {@link maxUnknownAnswers}.
 */
export function startBuyers(options: { origin: string; count: number; random: () => number }): Buyers {
  const { origin, count, random } = options;
  const record: PurchaseRecord = {
    acknowledged: 0,
    notCharged: 0,
    lostReplies: 0,
    membershipEnds: new Map(),
  };
  const stopController = new AbortController();
  let accountCount = 0;

  /** Makes a call, and repeats it while it gets no answer because the server was killed. */
  async function callUntilAnswered<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof NoAnswer) || attempt >= maxAttempts) throw error;
        record.lostReplies++;
        await sleep(retryPauseMs);
      }
    }
  }

  async function signUp(): Promise<RemoteDaybook> {
    const daybook = remoteDaybook(origin);
    const email = `buyer-${++accountCount}@example.com`;
    for (let attempt = 1; ; attempt++) {
      try {
        await callUntilAnswered(() => daybook.logInOrSignUp({ email, password: "and so to bed 1660" }));
        return daybook;
      } catch (error) {
        // The database may be starting.
        if (attempt >= maxSignUpAttempts) throw error;
        await sleep(retryPauseMs);
      }
    }
  }

  /** Buys one plan. Returns false when it was not charged; the account can then buy nothing for a while. */
  async function buy(
    daybook: RemoteDaybook,
    [call, packageName, subscription]: (typeof purchaseSteps)[number],
  ) {
    const body = {
      membership_package_name: packageName,
      subscription,
      payment_method_nonce: "fake-valid-visa-nonce",
    };
    const key = newKey();
    for (let unknownCount = 0; unknownCount < maxUnknownAnswers;) {
      const answer = await callUntilAnswered(() => daybook.call(call, { body, key }));
      if (answer.ok) {
        record.acknowledged++;
        record.membershipEnds.set(answer.body.user.id, answer.body.user.pro_membership?.expires_at ?? "");
        return true;
      }
      if (answer.status !== 503)
        throw new Violation(`a purchase was answered ${answer.status} ${answer.body.code}`);
      if (answer.body.code === "payment_unknown") unknownCount++;
      await sleep(retryPauseMs);
    }
    record.notCharged++;
    return false;
  }

  async function runBuyer(): Promise<void> {
    while (!stopController.signal.aborted) {
      const daybook = await signUp();
      for (const step of purchaseSteps) {
        if (stopController.signal.aborted || !(await buy(daybook, step))) break;
        await sleep(random() * longestPauseMs);
      }
    }
  }

  const allBuyers = Promise.all(Array.from({ length: count }, runBuyer));
  const failure = new Promise<never>((_, reject) => void allBuyers.catch(reject));
  failure.catch(() => {});
  return {
    record,
    failure,
    async finish() {
      stopController.abort();
      await allBuyers;
    },
  };
}
