import { setTimeout as sleep } from "node:timers/promises";
import { longestUnknownMs } from "@daybook/application/purchases/settle-order";
import { paidUntil } from "@daybook/domain/account/tier";
import type { Billing } from "@daybook/domain/contract/account";
import type { Clock } from "@daybook/platform/clock";
import { newKey } from "../remote/remote-daybook.ts";
import type { MemberCalls } from "./member-calls.ts";
import { memberPassword } from "./member-calls.ts";
import { createMemberDiary } from "./member-diary.ts";
import { Violation } from "./writers.ts";

/** What the replies to one member have shown. */
export type MemberRecord = {
  readonly accountId: number;
  /** Acknowledged purchases. */
  purchases: number;
  /** Purchases that were stored, but not charged because the server died. */
  notCharged: number;
  /** Downgrades that have ended. */
  downgrades: number;
  /**
   * The end of the membership, as the last check read it. `null` without a membership, or when the membership never ends. `undefined`
   * until a check reads it. A check that cannot log in does not read it.
   */
  endsAt: string | null | undefined;
};

/** How a purchase call names a plan. `subscription` is the number of years, and 1 for a monthly plan. */
type PlanName = readonly [packageName: string, subscription: number];
const proMonth: PlanName = ["standardmonthly", 1];
const proYear: PlanName = ["standard", 1];
const plusMonth: PlanName = ["proplusmonthly", 1];
const plusYear: PlanName = ["proplus", 1];
const plans = [proMonth, proMonth, proYear, plusMonth, plusYear];
type PurchaseCall = "goProLoggedIn" | "goProLoggedOut" | "manualRenew" | "proPlusConversion";

const retryPauseMs = 150;
/** How often a purchase may be answered `payment_unknown`. After that, the purchase counts as not charged. */
const maxUnknownAnswers = 4;
const goodCard = "fake-valid-visa-nonce";
const declinedCard = "fake-processor-declined-visa-nonce";
const isPlus = (packageName: string): boolean => packageName.startsWith("proplus");

/** The probabilities of what a person does on one day. */
export type Habits = {
  /** That the person uses the product. */
  readonly uses: number;
  /** That a person who uses the product and has a plan renews, changes or downgrades it, or prepares its renewal. */
  readonly changes: number;
};

/** What {@link createMember} needs. */
export type MemberOptions = {
  readonly accountId: number;
  readonly email: string;
  readonly calls: MemberCalls;
  readonly clock: Clock;
  readonly random: () => number;
  readonly habits: Habits;
};

/** A person who writes, and buys, renews, changes and downgrades a membership. */
export function createMember({ accountId, email, calls, clock, random, habits }: MemberOptions) {
  const { ask, askLoggedIn } = calls;
  const diary = createMemberDiary({ calls, random });
  const record: MemberRecord = {
    accountId,
    purchases: 0,
    notCharged: 0,
    downgrades: 0,
    endsAt: undefined,
  };
  const drawFrom = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;

  async function readBilling(): Promise<Billing | null> {
    const answer = await askLoggedIn("getBilling");
    if (answer && !answer.ok) throw new Violation(`the plan was not shown: ${answer.body.code}`);
    return answer?.body.billing ?? null;
  }

  /**
   * Buys a plan. Repeats the call while its result is not known, until the purchase counts as not charged. False when nothing was
   * bought.
   */
  async function buy(name: PurchaseCall, [packageName, subscription]: PlanName): Promise<boolean> {
    const nonce = random() < 0.1 ? declinedCard : goodCard;
    const plan = { membership_package_name: packageName, subscription, payment_method_nonce: nonce };
    const key = newKey();
    const startedAt = clock.now();
    const user = { email, plain_password: memberPassword };
    for (let unknownCount = 0; unknownCount < maxUnknownAnswers; unknownCount++) {
      const answer =
        name === "goProLoggedOut"
          ? await ask(name, { body: { ...plan, user }, key })
          : await askLoggedIn(name, { body: plan, key });
      if (answer === null) return false;
      if (answer.ok) {
        if (nonce === declinedCard) throw new Violation("a declined card has paid");
        record.purchases++;
        calls.setSession(answer.body);
        return true;
      }
      const { code } = answer.body;
      if (code === "declined" && nonce === goodCard) {
        // A kill prevented the charge, and then the clock was moved ahead. The server gives up such an order after `longestUnknownMs`.
        if (clock.now() - startedAt >= longestUnknownMs) break;
        throw new Violation("a valid card was declined");
      }
      // The purchase was refused, for example because the job `renew-memberships` has renewed or ended the membership.
      if (code !== "payment_unknown") return false;
      await sleep(retryPauseMs);
    }
    record.notCharged++;
    return false;
  }

  async function prepareRenewal(): Promise<void> {
    if (random() < 0.9)
      await askLoggedIn("editPaymentInfo", { body: { payment_method_nonce: goodCard }, key: newKey() });
    await askLoggedIn("enableAutoRenew", { key: newKey() });
  }

  async function startMembership(
    name: "goProLoggedIn" | "goProLoggedOut",
    plan = drawFrom(plans),
  ): Promise<void> {
    if (!(await buy(name, plan))) return;
    await diary.addJournal();
    if (random() < 0.9) await prepareRenewal();
  }

  async function buyMore(name: "manualRenew" | "proPlusConversion", plan: PlanName): Promise<void> {
    const isBought = await buy(name, plan);
    // A change to another plan turns automatic renewal off.
    if (isBought && name === "proPlusConversion") await prepareRenewal();
  }

  async function isDowngraded(): Promise<boolean> {
    const billing = await readBilling();
    return billing !== null && billing.package_name === null;
  }

  /** Follows an operation by its token, because a downgrade ends the sessions of the account. */
  async function follow(id: number, token: string): Promise<void> {
    for (;;) {
      const answer = await ask("getOperation", { params: { operationId: String(id) }, query: { token } });
      if (!answer.ok) throw new Violation(`a downgrade could not be followed: ${answer.body.code}`);
      if (answer.body.operation.status === "failed") throw new Violation("a downgrade has failed");
      if (answer.body.operation.status === "done") return;
      await sleep(retryPauseMs);
    }
  }

  /** Downgrades to the basic plan, and checks that every entry is still there. Returns the code of a refusal, or `null`. */
  async function downgrade(name: "downgrade" | "downgradeLoggedOut"): Promise<string | null> {
    const key = newKey();
    const options = { downgrade_options: { refund: random() < 0.6 } };
    for (;;) {
      const answer =
        name === "downgrade"
          ? await ask(name, { body: options, key })
          : await ask(name, { body: { ...options, email, password: memberPassword }, key });
      if (answer.ok) {
        await follow(answer.body.operation.id, answer.body.operation.token);
        break;
      }
      // The reply of an earlier attempt may be lost. Then that downgrade has ended the sessions (401), or the plan (`pro_required`).
      // A 401 may also mean that this session was too old.
      const mayHaveSucceeded = answer.status === 401 || answer.body.code === "pro_required";
      if (!mayHaveSucceeded) return answer.body.code;
      const isLoggedIn = await calls.logIn();
      if (isLoggedIn && (await isDowngraded())) break;
      // A refused log-in means that the membership has ended. The call is repeated only after a 401, in the new session.
      if (!isLoggedIn || answer.status !== 401) return answer.body.code;
    }
    if (!(await isDowngraded())) throw new Violation("a downgraded account has a plan");
    record.downgrades++;
    await diary.checkMerged();
    return null;
  }

  async function downgradeToPro(): Promise<void> {
    const answer = await askLoggedIn("plusToProDowngrade", { body: {}, key: newKey() });
    if (!answer?.ok) return;
    await follow(answer.body.operation.id, answer.body.operation.token);
    const packageName = (await readBilling())?.package_name ?? null;
    if (packageName !== null && isPlus(packageName)) throw new Violation("a lowered plan is still PRO plus");
    record.downgrades++;
  }

  // What a person may do, by plan.
  const withPro = [
    () => buyMore("manualRenew", proMonth),
    () => buyMore("proPlusConversion", plusMonth),
    () => buyMore("proPlusConversion", plusYear),
    () => downgrade("downgrade"),
    prepareRenewal,
  ];
  const withPlus = [
    () => buyMore("manualRenew", plusMonth),
    downgradeToPro,
    downgradeToPro,
    () => downgrade("downgrade"),
    prepareRenewal,
  ];
  const afterEnd = [() => startMembership("goProLoggedOut"), () => downgrade("downgradeLoggedOut")];

  return {
    record,

    /** Buys the first plan. */
    buyFirstPlan: (mustBeYearly: boolean): Promise<void> =>
      startMembership("goProLoggedIn", mustBeYearly ? drawFrom([proYear, plusYear]) : drawFrom(plans)),

    /** What the person does on one day. */
    async act(): Promise<void> {
      if (random() >= habits.uses) return;
      const billing = await readBilling();
      if (billing === null) return void (await drawFrom(afterEnd)());
      if (random() < 0.2) await diary.write();
      if (billing.package_name === null) return startMembership("goProLoggedIn");
      const { package_name: packageName, expires_at: expiresAt, auto_renew: autoRenew } = billing;
      const end = paidUntil({ expiresAt, autoRenew });
      if (end !== null && Date.parse(end) <= clock.now()) return void (await drawFrom(afterEnd)());
      if (random() < habits.changes) await drawFrom(isPlus(packageName) ? withPlus : withPro)();
    },

    /**
     * Notes the end of the membership, and checks the entries. A person who cannot log in, because the membership has ended, downgrades
     * instead, which also checks the entries.
     */
    async check(): Promise<void> {
      const billing = await readBilling();
      if (billing) {
        record.endsAt = billing.expires_at;
        await diary.checkAll();
      } else {
        const refusal = await downgrade("downgradeLoggedOut");
        if (refusal !== null) throw new Violation(`the last downgrade was refused: ${refusal}`);
      }
    },
  };
}

/** See {@link createMember}. */
export type Member = ReturnType<typeof createMember>;
