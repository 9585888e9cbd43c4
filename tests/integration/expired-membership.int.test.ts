import { randomUUID } from "node:crypto";
import { grantMembership } from "@daybook/bin/account/grant-membership";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { waitForMail } from "./mailbox.ts";
import { yearWithoutRenewal } from "./people.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

const password = "and so to bed 1660";
let daybook: RunningDaybook;
let person: RemoteDaybook;
let email: string;
beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  person = await daybook.newPerson();
  email = person.session?.user.email ?? "";
});

/** Gives this person a membership that has ended. */
async function expire(): Promise<void> {
  const expiresAt = "2020-01-01T00:00:00.000Z";
  const membership = { ...yearWithoutRenewal, expiresAt };
  await grantMembership(daybook.platform.store, person.session?.user.id ?? 0, membership, Date.now());
}

type PurchaseChanges = {
  email?: string;
  plain_password?: string;
  nonce?: string;
  package?: string;
  key?: string;
};

function buyWithoutSession(changes: PurchaseChanges = {}) {
  const body = {
    membership_package_name: changes.package ?? "standard",
    subscription: 1,
    payment_method_nonce: changes.nonce ?? "fake-valid-visa-nonce",
    user: { email: changes.email ?? email, plain_password: changes.plain_password ?? password },
  };
  return remoteDaybook(daybook.url).call("goProLoggedOut", { body, key: changes.key ?? randomUUID() });
}

type Answer = { readonly ok: boolean; readonly status: number; readonly body: unknown };
const refusalOf = ({ ok: isOk, status, body }: Answer) =>
  isOk ? status : `${status} ${(body as { code: string }).code}`;

async function countCharges(userId: number): Promise<number> {
  const { rows } = await daybook.platform.pools.durable.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM payments.sandbox_charges c JOIN payments.orders o ON o.id = c.order_id
     WHERE o.account_id = $1`,
    [userId],
  );
  return rows[0]?.n ?? 0;
}

/** The groups that the pattern finds in the mail with this subject. */
async function findInMail(subject: string, pattern: RegExp): Promise<string[]> {
  const { text } = await waitForMail(daybook.platform.dataFolder.path, email, subject);
  return [...(pattern.exec(text) ?? [])].slice(1);
}

describe("expired accounts", () => {
  beforeEach(expire);

  it("an expired account cannot log in with its password, and only the right password shows the reason", async () => {
    const visitor = remoteDaybook(daybook.url);
    const answer = await visitor.call("login", { body: { email, password } });
    expect(refusalOf(answer)).toBe("403 expired_pro");
    expect(answer.body).toMatchObject({ expired_pro: true });
    const wrongAnswer = await visitor.call("login", { body: { email, password: "another password" } });
    expect(refusalOf(wrongAnswer)).toBe("422 wrong_credentials");
  });

  it("an expired account cannot use a login link before the renewal", async () => {
    const visitor = remoteDaybook(daybook.url);
    ok(await visitor.call("requestLoginLink", { body: { email } }));
    const [linkId = "", c = ""] = await findInMail("Your link to log in", /auto-login\/(\d+)\?c=(\S+)/);
    const openLink = () =>
      visitor.call("magicLink", { params: { linkId }, body: { c: decodeURIComponent(c) } });
    const answer = await openLink();
    expect([refusalOf(answer), answer.body]).toMatchObject(["403 expired_pro", { expired_pro: true }]);
    ok(await buyWithoutSession());
    expect(ok(await openLink()).user.is_pro).toBe(true);
    expect(refusalOf(await openLink())).toBe("404 not_found");
  });

  it("an expired account gets no session from a password reset, but can renew with the new password", async () => {
    const visitor = remoteDaybook(daybook.url);
    ok(await visitor.call("forgotPassword", { body: { email } }));
    const [code = ""] = await findInMail("Your code for a new password", /code=([^&\s]+)/);
    const newPassword = "by water to Deptford";
    const body = { email, code, password: newPassword, retype_password: newPassword };
    const answer = await visitor.call("resetPassword", { body });
    expect([refusalOf(answer), answer.body]).toMatchObject(["403 expired_pro", { expired_pro: true }]);
    expect(refusalOf(await buyWithoutSession())).toBe("422 wrong_credentials");
    expect(ok(await buyWithoutSession({ plain_password: newPassword })).user.is_pro).toBe(true);
  });

  it("an expired account keeps an open session, in which it can read like a free account and can renew", async () => {
    const session = ok(await person.call("refreshToken"));
    expect([session.expired_pro, session.user.is_pro]).toEqual([true, false]);
    person.setSession(session);
    expect(ok(await person.call("listJournals")).journals).toHaveLength(1);
    const journal = await person.call("createJournal", { body: { name: "A second one" } });
    expect(refusalOf(journal)).toBe("403 pro_required");
    const body = {
      membership_package_name: "standard",
      subscription: 1,
      payment_method_nonce: "fake-valid-visa-nonce",
    };
    const { user, expired_pro } = ok(await person.call("manualRenew", { body, key: randomUUID() }));
    expect([user.is_pro, expired_pro]).toEqual([true, false]);
  });

  it("a visitor with the password of an expired account renews it and gets a session; then log-ins work again", async () => {
    expect(refusalOf(await buyWithoutSession({ plain_password: "another password" }))).toBe(
      "422 wrong_credentials",
    );
    expect(refusalOf(await buyWithoutSession({ nonce: "fake-luhn-invalid-nonce" }))).toBe("422 declined");
    const session = ok(await buyWithoutSession({ package: "proplus" }));
    expect([session.user.id, session.user.is_pro_plus]).toEqual([person.session?.user.id, true]);
    ok(await remoteDaybook(daybook.url).call("login", { body: { email, password } }));
  });

  it("a repeated renewal of an expired account is charged once, and each repeat gets a session", async () => {
    const key = randomUUID();
    const lostReply = ok(await buyWithoutSession({ key }));
    const repeatedReply = ok(await buyWithoutSession({ key }));
    expect(repeatedReply.access_token.token).not.toBe(lostReply.access_token.token);
    const answers = await Promise.all([1, 2, 3].map(() => buyWithoutSession({ key })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await countCharges(repeatedReply.user.id)).toBe(1);
    expect(refusalOf(await buyWithoutSession({ key, plain_password: "another password" }))).toBe(
      "422 wrong_credentials",
    );
  });
});

describe("purchases by visitors", () => {
  it("a visitor who buys without an account gets one, with a journal, a plan and a session", async () => {
    const newEmail = `will.hewer-${randomUUID()}@example.com`;
    const session = ok(await buyWithoutSession({ email: newEmail }));
    expect(session.user).toMatchObject({ first_name: "Will", email: newEmail, is_pro: true });
    const visitor = remoteDaybook(daybook.url);
    visitor.setSession(session);
    const { journals } = ok(await visitor.call("listJournals"));
    expect(journals.map(({ journal }) => journal.name)).toEqual(["Will’s Journal"]);
    expect(await countCharges(session.user.id)).toBe(1);
  });

  it("a new visitor with a declined card gets an account without a plan, and can try again", async () => {
    const newEmail = `declined-${randomUUID()}@example.com`;
    const key = randomUUID();
    const declinedPurchase = { email: newEmail, nonce: "fake-processor-declined-visa-nonce", key };
    expect(refusalOf(await buyWithoutSession(declinedPurchase))).toBe("422 declined");
    expect(refusalOf(await buyWithoutSession(declinedPurchase))).toBe("422 declined");
    const login = await remoteDaybook(daybook.url).call("login", { body: { email: newEmail, password } });
    expect(ok(login).user.is_pro).toBe(false);
    expect(ok(await buyWithoutSession({ email: newEmail })).user.is_pro).toBe(true);
    expect(await countCharges(ok(login).user.id)).toBe(1);
  });

  it("a visitor can upgrade a free account, and is refused without a charge when the account has a plan already", async () => {
    expect(ok(await buyWithoutSession()).user.id).toBe(person.session?.user.id);
    expect(refusalOf(await buyWithoutSession())).toBe("422 already_paid");
    expect(await countCharges(person.session?.user.id ?? 0)).toBe(1);
  });

  it.each([
    ["text that is not an e-mail address", { email: "nobody" }, "user.email"],
    [
      "a short password for a new account",
      { email: "short@example.com", plain_password: "short" },
      "user.plain_password",
    ],
    [
      "a very common password",
      { email: "common@example.com", plain_password: "password123" },
      "user.plain_password",
    ],
  ])("a visitor's purchase is refused with %s", async (_, changes, field) => {
    const answer = await buyWithoutSession(changes);
    expect(refusalOf(answer)).toBe("422 invalid");
    expect(Object.keys((answer.body as { fields: object }).fields)).toEqual([field]);
  });
});
