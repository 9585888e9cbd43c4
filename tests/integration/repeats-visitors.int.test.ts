import { randomUUID } from "node:crypto";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ok } from "../answers.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

const password = "and so to bed 1660";
let daybook: TestDaybook;
let person: RemoteDaybook;
let email: string;
let visitorCount = 0;

beforeAll(async () => {
  daybook = await startTestDaybook();
});
afterAll(() => daybook?.stop());
beforeEach(async () => {
  person = remoteDaybook(daybook.url);
  email = `visitor-${++visitorCount}@example.com`;
  await person.logInOrSignUp({ email, password });
});

const createVisitor = () => remoteDaybook(daybook.url);
const isLoggedIn = async (session: Parameters<RemoteDaybook["setSession"]>[0]): Promise<boolean> => {
  const client = createVisitor();
  client.setSession(session);
  return (await client.call("getProfile")).ok;
};
const countSessions = async () => ok(await person.call("listSessions")).sessions.length;

async function countMails(template: string): Promise<number> {
  const { rows } = await daybook.platform.pools.durable.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM outbox.mails WHERE template = $1 AND user_id = $2",
    [template, person.session?.user.id],
  );
  return rows[0]?.n ?? 0;
}

/** Waits until the ledger has recorded the success of every visitor's command. Visitors have the user id 0. */
const waitForCompletions = () =>
  vi.waitFor(async () => {
    const openCommands = await daybook.platform.pools.durable.query(
      "SELECT FROM ledger.commands WHERE user_id = 0 AND status IS NULL",
    );
    expect(openCommands.rowCount).toBe(0);
  });

it("repeating a log-in with its key replaces the first session, sequentially and concurrently", async () => {
  const call = { body: { email, password }, key: randomUUID() };
  const sessionsBefore = await countSessions();
  const lostReply = ok(await createVisitor().call("login", call));
  await waitForCompletions();
  const repeatedReply = ok(await createVisitor().call("login", call));
  expect([await isLoggedIn(lostReply), await isLoggedIn(repeatedReply)]).toEqual([false, true]);
  expect(await countSessions()).toBe(sessionsBefore + 1);
  const concurrentCall = { body: { email, password }, key: randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => createVisitor().call("login", concurrentCall)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await countSessions()).toBe(sessionsBefore + 2);
  ok(await createVisitor().call("login", { body: { email, password }, key: randomUUID() }));
  expect(await countSessions()).toBe(sessionsBefore + 3);
});

it("someone who reuses the idempotency key of a log-in can neither get nor end its session", async () => {
  const key = randomUUID();
  const ownLogin = ok(await createVisitor().call("login", { body: { email, password }, key }));
  await waitForCompletions();
  const wrongAnswer = await createVisitor().call("login", { body: { email, password: "guessed 1660" }, key });
  expect([wrongAnswer.status, !wrongAnswer.ok && wrongAnswer.body.code]).toEqual([422, "wrong_credentials"]);
  expect(await isLoggedIn(ownLogin)).toBe(true);
  const otherLogin = { email: `other-${email}`, password };
  await createVisitor().logInOrSignUp(otherLogin);
  const otherReply = ok(await createVisitor().call("login", { body: otherLogin, key }));
  expect(otherReply.user.email).toBe(otherLogin.email);
  expect(await isLoggedIn(ownLogin)).toBe(true);
  const { rows } = await daybook.platform.pools.durable.query("SELECT * FROM ledger.commands");
  expect(JSON.stringify(rows)).not.toContain(key);
  expect(JSON.stringify(rows)).not.toContain(email);
});

it("a repeated sign-up opens one account and one session, and mails one welcome", async () => {
  const signUpForm = { first_name: "Jane", email: `jane-${email}`, password, retype_password: password };
  const call = { body: signUpForm, key: randomUUID() };
  const firstReply = ok(await createVisitor().call("freeSignup", call));
  await waitForCompletions();
  const repeatedReply = ok(await createVisitor().call("freeSignup", call));
  expect(repeatedReply.user.id).toBe(firstReply.user.id);
  expect([await isLoggedIn(firstReply), await isLoggedIn(repeatedReply)]).toEqual([false, true]);
  person.setSession(repeatedReply);
  expect([await countSessions(), await countMails("welcome")]).toEqual([1, 1]);
  expect(ok(await person.call("listJournals")).journals).toHaveLength(1);
});

it.each([
  ["forgotPassword", "password_code"],
  ["requestLoginLink", "login_link"],
] as const)("a repeated %s sends one mail; a new key sends a second one", async (name, template) => {
  const call = { body: { email }, key: randomUUID() };
  expect((await createVisitor().call(name, call)).status).toBe(204);
  await waitForCompletions();
  expect((await createVisitor().call(name, call)).status).toBe(204);
  expect(await countMails(template)).toBe(1);
  expect((await createVisitor().call(name, { ...call, key: randomUUID() })).status).toBe(204);
  expect(await countMails(template)).toBe(2);
});

it("repeating a mail request with the same key does not count against the rate limit", async () => {
  const call = { body: { email }, key: randomUUID() };
  expect((await createVisitor().call("forgotPassword", call)).status).toBe(204);
  await waitForCompletions();
  for (let repeat = 0; repeat < 10; repeat += 1)
    expect((await createVisitor().call("forgotPassword", call)).status).toBe(204);
  expect(await countMails("password_code")).toBe(1);
});

it("a call over its limit, or with an invalid body, leaves nothing in the ledger", async () => {
  const address = `limited-${email}`;
  const countLedgerRows = async () =>
    (await daybook.platform.pools.durable.query("SELECT FROM ledger.commands")).rowCount;
  const requestCode = (body: { email: string }) =>
    createVisitor().call("forgotPassword", { body, key: randomUUID() });
  const statuses: number[] = [];
  let rowsBefore = await countLedgerRows();
  while (statuses.at(-1) !== 429) {
    rowsBefore = await countLedgerRows();
    statuses.push((await requestCode({ email: address })).status);
    if (statuses.length > 100) throw new Error("there is no limit");
  }
  expect(await countLedgerRows()).toBe(rowsBefore);
  const incomplete = { body: { email } as never, key: randomUUID() };
  expect((await createVisitor().call("login", incomplete)).status).toBe(422);
  expect(await countLedgerRows()).toBe(rowsBefore);
});
