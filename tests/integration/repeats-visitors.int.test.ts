import { randomUUID } from "node:crypto";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { must } from "./people.ts";

const password = "and so to bed 1660";
let daybook: TestDaybook;
let person: RemoteDaybook;
let email: string;
let count = 0;

beforeAll(async () => {
  daybook = await startTestDaybook();
});
afterAll(() => daybook?.stop());
beforeEach(async () => {
  person = remoteDaybook(daybook.url);
  email = `visitor-${++count}@example.com`;
  await person.logInOrSignUp({ email, password });
});

const visitor = () => remoteDaybook(daybook.url);
const isSignedIn = async (session: Parameters<RemoteDaybook["setSession"]>[0]): Promise<boolean> => {
  const newVisitor = visitor();
  newVisitor.setSession(session);
  return (await newVisitor.call("getProfile")).ok;
};
const sessions = async () => must(await person.call("listSessions")).sessions.length;

async function mails(template: string): Promise<number> {
  const { rows } = await daybook.platform.pools.durable.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM outbox.mails WHERE template = $1 AND user_id = $2",
    [template, person.session?.user.id],
  );
  return rows[0]?.n ?? 0;
}

/** Waits until the ends of all commands are recorded. */
const countNoted = () =>
  vi.waitFor(async () => {
    const openCommands = await daybook.platform.pools.durable.query(
      "SELECT FROM ledger.commands WHERE user_id = 0 AND status IS NULL",
    );
    expect(openCommands.rowCount).toBe(0);
  });

it("a repeated log-in replaces the session of the first run, one after the other and at once", async () => {
  const call = { body: { email, password }, key: randomUUID() };
  const sessionsBefore = await sessions();
  const lostReply = must(await visitor().call("login", call));
  await countNoted();
  const repeat = must(await visitor().call("login", call));
  expect([await isSignedIn(lostReply), await isSignedIn(repeat)]).toEqual([false, true]);
  expect(await sessions()).toBe(sessionsBefore + 1);
  const together = { body: { email, password }, key: randomUUID() };
  const answers = await Promise.all(Array.from({ length: 4 }, () => visitor().call("login", together)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await sessions()).toBe(sessionsBefore + 2);
  must(await visitor().call("login", { body: { email, password }, key: randomUUID() }));
  expect(await sessions()).toBe(sessionsBefore + 3);
});

it("another person's key opens no session: the password is checked again, and another address makes it another command", async () => {
  const key = randomUUID();
  const ownLogin = must(await visitor().call("login", { body: { email, password }, key }));
  await countNoted();
  const guess = await visitor().call("login", { body: { email, password: "guessed 1660" }, key });
  expect([guess.status, !guess.ok && guess.body.code]).toEqual([422, "wrong_credentials"]);
  expect(await isSignedIn(ownLogin)).toBe(true);
  const otherLogin = { email: `other-${email}`, password };
  await visitor().logInOrSignUp(otherLogin);
  const strangersAnswer = must(await visitor().call("login", { body: otherLogin, key }));
  expect(strangersAnswer.user.email).toBe(otherLogin.email);
  expect(await isSignedIn(ownLogin)).toBe(true);
  const { rows } = await daybook.platform.pools.durable.query("SELECT * FROM ledger.commands");
  expect(JSON.stringify(rows)).not.toContain(key);
  expect(JSON.stringify(rows)).not.toContain(email);
});

it("a repeated sign-up opens one account and one session, and mails one welcome", async () => {
  const names = { first_name: "Jane", email: `jane-${email}`, password, retype_password: password };
  const call = { body: names, key: randomUUID() };
  const firstReply = must(await visitor().call("freeSignup", call));
  await countNoted();
  const repeat = must(await visitor().call("freeSignup", call));
  expect(repeat.user.id).toBe(firstReply.user.id);
  expect([await isSignedIn(firstReply), await isSignedIn(repeat)]).toEqual([false, true]);
  person.setSession(repeat);
  expect([await sessions(), await mails("welcome")]).toEqual([1, 1]);
  expect(must(await person.call("listJournals")).journals).toHaveLength(1);
});

it.each([
  ["forgotPassword", "password_code"],
  ["requestLoginLink", "login_link"],
] as const)("a repeated %s sends one mail, and another key sends another", async (name, template) => {
  const call = { body: { email }, key: randomUUID() };
  expect((await visitor().call(name, call)).status).toBe(204);
  await countNoted();
  expect((await visitor().call(name, call)).status).toBe(204);
  expect(await mails(template)).toBe(1);
  expect((await visitor().call(name, { ...call, key: randomUUID() })).status).toBe(204);
  expect(await mails(template)).toBe(2);
});

it("a repeat of a mail that was sent does not count as another one", async () => {
  const call = { body: { email }, key: randomUUID() };
  expect((await visitor().call("forgotPassword", call)).status).toBe(204);
  await countNoted();
  for (let repeat = 0; repeat < 10; repeat += 1)
    expect((await visitor().call("forgotPassword", call)).status).toBe(204);
  expect(await mails("password_code")).toBe(1);
});

it("a call over its limit, or with an invalid body, leaves nothing in the ledger", async () => {
  const address = `limited-${email}`;
  const rows = async () =>
    (await daybook.platform.pools.durable.query("SELECT FROM ledger.commands")).rowCount;
  const ask = (body: { email: string }) => visitor().call("forgotPassword", { body, key: randomUUID() });
  const statuses: number[] = [];
  let rowsBefore = await rows();
  while (statuses.at(-1) !== 429) {
    rowsBefore = await rows();
    statuses.push((await ask({ email: address })).status);
    if (statuses.length > 100) throw new Error("there is no limit");
  }
  expect(await rows()).toBe(rowsBefore);
  const incomplete = { body: { email } as never, key: randomUUID() };
  expect((await visitor().call("login", incomplete)).status).toBe(422);
  expect(await rows()).toBe(rowsBefore);
});
