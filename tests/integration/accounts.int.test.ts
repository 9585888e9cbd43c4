import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Session } from "@daybook/domain/contract/sessions";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { waitForMail } from "./mailbox.ts";

const password = "and so to bed 1660";
const newPassword = "up betimes and to my office";

let daybook: RunningDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});

type Person = { email: string; remote: RemoteDaybook; session: Session };

async function newPerson(): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const remote = remoteDaybook(daybook.url);
  return { email, remote, session: await remote.logInOrSignUp({ email, password }) };
}

async function logIn(email: string, loginPassword = password): Promise<RemoteDaybook> {
  const remote = remoteDaybook(daybook.url);
  const answer = await remote.call("login", { body: { email, password: loginPassword } });
  if (!answer.ok) throw new Error(answer.body.code);
  remote.setSession(answer.body);
  return remote;
}

const isLoggedIn = async (remote: RemoteDaybook): Promise<boolean> => (await remote.call("listJournals")).ok;
const readMail = (email: string, part: string) =>
  waitForMail(daybook.platform.config.dataFolder, email, part);
const findToken = (text: string, pattern: RegExp): string => {
  const firstGroup = pattern.exec(text)?.[1];
  if (!firstGroup) throw new Error("the mail has no such link");
  return firstGroup;
};

describe("forgotten passwords", () => {
  it("a forgotten password is replaced with the mailed code, which works once, and every earlier session ends", async () => {
    const { email, remote } = await newPerson();
    const phone = await logIn(email);
    expect((await remoteDaybook(daybook.url).call("forgotPassword", { body: { email } })).status).toBe(204);
    const code = findToken((await readMail(email, "forgot-password-confirmation")).text, /code=([\w-]{22})/);
    const visitor = remoteDaybook(daybook.url);
    const body = { email, code, password: newPassword, retype_password: newPassword };
    const refusedAnswer = await visitor.call("resetPassword", {
      body: { ...body, code: `${code.slice(1)}x` },
    });
    expect([refusedAnswer.status, !refusedAnswer.ok && refusedAnswer.body.code]).toEqual([422, "wrong_code"]);
    const commonPasswordAnswer = await visitor.call("resetPassword", {
      body: { ...body, password: "password123", retype_password: "password123" },
    });
    expect([
      commonPasswordAnswer.status,
      !commonPasswordAnswer.ok && Object.keys(commonPasswordAnswer.body.fields ?? {}),
    ]).toEqual([422, ["password"]]);
    // The first reply was lost.
    await visitor.call("resetPassword", { body, key: "one command" });
    const resetAnswer = await visitor.call("resetPassword", { body, key: "one command" });
    if (!resetAnswer.ok) throw new Error(resetAnswer.body.code);
    visitor.setSession(resetAnswer.body);
    expect(await Promise.all([isLoggedIn(visitor), isLoggedIn(remote), isLoggedIn(phone)])).toEqual([
      true,
      false,
      false,
    ]);
    expect((await visitor.call("resetPassword", { body })).status).toBe(422);
    expect((await visitor.call("resetPassword", { body, key: "another command" })).status).toBe(422);
    await expect(logIn(email)).rejects.toThrow("wrong_credentials");
    await logIn(email, newPassword);
    await readMail(email, "Your password was changed");
  });

  it("a code for a forgotten password needs a known address, and so does a login link", async () => {
    const body = { email: "nobody-at-all@example.com" };
    for (const name of ["forgotPassword", "requestLoginLink"] as const) {
      const answer = await remoteDaybook(daybook.url).call(name, { body });
      expect(!answer.ok && answer.body.error).toBe("Sorry, no account was found with that email address.");
    }
  });
});

describe("login links", () => {
  it("a login link opens a session once", async () => {
    const { email } = await newPerson();
    const visitor = remoteDaybook(daybook.url);
    expect((await visitor.call("requestLoginLink", { body: { email } })).status).toBe(204);
    const { text } = await readMail(email, "auto-login");
    const [, linkId = "", c = ""] = /auto-login\/(\d+)\?c=([\w-]{22})/.exec(text) ?? [];
    const wrongIdAnswer = await visitor.call("magicLink", { params: { linkId: "12" }, body: { c } });
    expect(wrongIdAnswer.status).toBe(404);
    await visitor.call("magicLink", { params: { linkId }, body: { c }, key: "one command" });
    const loginAnswer = await visitor.call("magicLink", {
      params: { linkId },
      body: { c },
      key: "one command",
    });
    if (!loginAnswer.ok) throw new Error(loginAnswer.body.code);
    visitor.setSession(loginAnswer.body);
    expect(await isLoggedIn(visitor)).toBe(true);
    const secondAnswer = await visitor.call("magicLink", { params: { linkId }, body: { c } });
    expect([secondAnswer.status, !secondAnswer.ok && secondAnswer.body.error]).toEqual([
      404,
      "That link is invalid.",
    ]);
  });
});

describe("changes of password", () => {
  it("a change of password needs the current password, keeps this session and ends the others", async () => {
    const { email, remote } = await newPerson();
    const phone = await logIn(email);
    const body = { current_password: password, new_password: newPassword, retype_password: newPassword };
    const refusedAnswer = await remote.call("changePassword", {
      body: { ...body, current_password: "guess" },
    });
    expect([refusedAnswer.status, !refusedAnswer.ok && refusedAnswer.body.code]).toEqual([
      422,
      "wrong_password",
    ]);
    const changedAnswer = await remote.call("changePassword", { body });
    if (!changedAnswer.ok) throw new Error(changedAnswer.body.code);
    expect(await Promise.all([isLoggedIn(remote), isLoggedIn(phone)])).toEqual([true, false]);
    await logIn(email, newPassword);
  });
});

describe("profiles", () => {
  it("a profile changes its names immediately, and its address when the mailed link is opened", async () => {
    const { email, remote } = await newPerson();
    const newEmail = `${randomUUID()}@example.org`;
    const updatedAnswer = await remote.call("updateProfile", {
      body: { first_name: "Elizabeth", last_name: "Pepys", new_email: newEmail, retype_email: newEmail },
    });
    expect(updatedAnswer.ok && updatedAnswer.body.profile).toMatchObject({
      first_name: "Elizabeth",
      last_name: "Pepys",
      email,
      pending_email: newEmail,
    });
    await readMail(email, "Your address is about to change");
    const token = findToken((await readMail(newEmail, "confirm-email")).text, /token=([\w-]{22})/);
    await logIn(email);
    await expect(logIn(newEmail)).rejects.toThrow("wrong_credentials");
    const confirmation = { body: { token }, key: randomUUID() };
    const reply = await remoteDaybook(daybook.url).call("confirmEmail", confirmation);
    expect(reply.ok && reply.body.profile).toMatchObject({ email: newEmail, pending_email: null });
    // The first reply was lost.
    expect(await remoteDaybook(daybook.url).call("confirmEmail", confirmation)).toEqual(reply);
    await logIn(newEmail);
    await expect(logIn(email)).rejects.toThrow("wrong_credentials");
    expect((await remote.call("confirmEmail", { body: { token } })).status).toBe(404);
    // A profile form that was opened before the confirmation sends only what its user changed, so the address does not change back.
    const renamedAnswer = await remote.call("updateProfile", { body: { first_name: "Bess" } });
    expect(renamedAnswer.ok && renamedAnswer.body).toMatchObject({
      profile: { first_name: "Bess", email: newEmail },
      pending_email: null,
    });
  });

  it("a profile cannot take another account's address, and a link that was mailed before the newest one is invalid", async () => {
    const [firstPerson, secondPerson] = await Promise.all([newPerson(), newPerson()]);
    const takenAddressAnswer = await firstPerson.remote.call("updateProfile", {
      body: { new_email: secondPerson.email.toUpperCase(), retype_email: secondPerson.email },
    });
    expect(!takenAddressAnswer.ok && Object.keys(takenAddressAnswer.body.fields ?? {})).toEqual([
      "new_email",
    ]);
    const wantedEmails = [randomUUID(), randomUUID()].map((name) => `${name}@example.org`);
    const tokens: (string | undefined)[] = [];
    for (const address of wantedEmails) {
      await firstPerson.remote.call("updateProfile", { body: { new_email: address, retype_email: address } });
      tokens.push(findToken((await readMail(address, "confirm-email")).text, /token=([\w-]{22})/));
    }
    const [older, newer] = tokens;
    const confirm = (token = "") => firstPerson.remote.call("confirmEmail", { body: { token } });
    expect((await confirm(older)).status).toBe(404);
    expect((await confirm(newer)).status).toBe(200);
  });
});

describe("sessions", () => {
  it("sessions are listed by the time of their login, newest first, also after an earlier one was refreshed", async () => {
    const { email, remote } = await newPerson();
    const phone = await logIn(email);
    expect((await remote.call("refreshToken")).ok).toBe(true);
    await vi.waitFor(async () => {
      const answer = await phone.call("listSessions");
      const sessions = answer.ok ? answer.body.sessions.map((listed) => listed.session) : [];
      expect(sessions.every(({ ip }) => ip !== null)).toBe(true);
      expect(sessions.map(({ current }) => current)).toEqual([true, false]);
    });
  });

  it("sessions are listed with their origin, and end one by one or all except the current one", async () => {
    const { email, remote } = await newPerson();
    const [phone, tablet] = await Promise.all([logIn(email), logIn(email)]);
    const listSessions = async () => {
      const answer = await remote.call("listSessions");
      if (!answer.ok) throw new Error(answer.body.code);
      return answer.body.sessions.map(({ session }) => session);
    };
    const sessions = await listSessions();
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    // The origins come from the read model, which may be a moment behind.
    await vi.waitFor(async () =>
      expect((await listSessions()).every(({ ip }) => ip?.includes("127.0.0.1"))).toBe(true),
    );
    const otherSession = sessions.find(({ current }) => !current);
    const endedAnswer = await remote.call("endSession", { params: { sessionId: String(otherSession?.id) } });
    expect(endedAnswer.status).toBe(204);
    expect([await isLoggedIn(phone), await isLoggedIn(tablet)].filter(Boolean)).toHaveLength(1);
    expect((await remote.call("endOtherSessions")).status).toBe(204);
    expect(await Promise.all([isLoggedIn(remote), isLoggedIn(phone), isLoggedIn(tablet)])).toEqual([
      true,
      false,
      false,
    ]);
    expect(await listSessions()).toHaveLength(1);
    const activity = await remote.call("listActivity");
    expect(activity.ok && activity.body.activities.map(({ activity: { kind } }) => kind)).toEqual([
      "sessions_ended",
      "sessions_ended",
      "login",
      "login",
      "login",
    ]);
  });
});

describe("passwords", () => {
  it("very common passwords are refused", async () => {
    const form = { first_name: "Samuel", email: `${randomUUID()}@example.com` };
    const body = { ...form, password: "password1", retype_password: "password1" };
    for (const name of ["verifyNew", "freeSignup"] as const) {
      const answer = await remoteDaybook(daybook.url).call(name, { body });
      expect(!answer.ok && Object.keys(answer.body.fields ?? {})).toEqual(["password"]);
    }
  });

  it("logins are rate limited after wrong passwords, and open sessions do not end", async () => {
    const { email, remote } = await newPerson();
    // The first step of `newPerson` is a login that fails. A correct password resets the count of failed logins.
    await logIn(email);
    const guesser = remoteDaybook(daybook.url);
    const statuses = [];
    for (let guess = 0; guess < 12; guess++) {
      const answer = await guesser.call("login", { body: { email, password: `guess ${guess}` } });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429]);
    expect((await guesser.call("login", { body: { email, password } })).status).toBe(429);
    expect(await isLoggedIn(remote)).toBe(true);
  });
});
