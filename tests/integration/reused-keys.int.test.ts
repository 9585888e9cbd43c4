import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { waitForCompletion } from "./completed-commands.ts";
import { lockForm, namedLockTypes, password, refusal, useLockableDiaries } from "./lockable-diary.ts";
import { waitForMail } from "./mailbox.ts";

const { setup, updateJournal, lockDiary, unlockDiary } = useLockableDiaries();

const accountPassword = "and so to bed 1660";
const newPassword = "up and by water 1661";
const otherPassword = "another good password";
const keyReused = [422, "key_reused"];
const visitor = () => remoteDaybook(setup.daybook.url);
const isLoggedIn = async (session: Parameters<RemoteDaybook["setSession"]>[0]): Promise<boolean> => {
  const person = visitor();
  person.setSession(session);
  return (await person.call("getProfile")).ok;
};

describe("keys that were used with another password", () => {
  it.each(namedLockTypes)(
    "for a new lock of type %s, a key that was used with another password is refused",
    async (_, type) => {
      const key = randomUUID();
      ok(await updateJournal(lockForm(type), setup.diary.firstSession, key));
      await waitForCompletion(setup.daybook, key);
      expect(
        refusal(await updateJournal(lockForm(type, otherPassword), setup.diary.firstSession, key)),
      ).toEqual(keyReused);
      ok(await updateJournal(lockForm(type), setup.diary.firstSession, key));
      await unlockDiary();
    },
  );

  it("for opening, changing and removing a lock, a key that was used with another password is refused", async () => {
    await lockDiary(lockTypes.password);
    const change = { ...lockForm(lockTypes.password, otherPassword), current_password: password };
    const unlockBody = { unlock: true, plain_password: password };
    const attempts = [
      [unlockBody, { ...unlockBody, plain_password: "a guess of it" }],
      [change, { ...change, plain_password: "a third one", retype_password: "a third one" }],
      [
        { unlock: true, lock_type: lockTypes.none, plain_password: otherPassword },
        { unlock: true, lock_type: lockTypes.none, plain_password: "a guess of it" },
      ],
    ] as const;
    for (const [body, otherBody] of attempts) {
      const key = randomUUID();
      const sessions = [setup.diary.firstSession, setup.diary.secondSession];
      const answers = await Promise.all(sessions.map((session) => updateJournal(body, session, key)));
      for (const answer of answers) ok(answer);
      expect(refusal(await updateJournal(otherBody, setup.diary.firstSession, key))).toEqual(keyReused);
    }
  });

  it("for the lock of an entry, a key that was used with another password is refused", async () => {
    const { firstSession, journalId, entryId } = setup.diary;
    const lockEntry = (secret: string, key: string) =>
      firstSession.call("updateEntry", {
        params: { journalId, entryId },
        body: lockForm(lockTypes.password, secret),
        key,
      });
    const key = randomUUID();
    ok(await lockEntry(password, key));
    expect(refusal(await lockEntry(otherPassword, key))).toEqual(keyReused);
  });

  it("for the password of the account, a key that was used with another password is refused", async () => {
    const { firstSession } = setup.diary;
    const form = (nextPassword: string) => ({
      current_password: accountPassword,
      new_password: nextPassword,
      retype_password: nextPassword,
    });
    const key = randomUUID();
    ok(await firstSession.call("changePassword", { body: form(newPassword), key }));
    await waitForCompletion(setup.daybook, key);
    expect(refusal(await firstSession.call("changePassword", { body: form(otherPassword), key }))).toEqual(
      keyReused,
    );
    ok(await firstSession.call("changePassword", { body: form(newPassword), key }));
  });

  it("a key that was used with another password is rate-limited after some repeats, so that nobody can test guesses", async () => {
    const key = randomUUID();
    ok(await updateJournal(lockForm(lockTypes.password), setup.diary.firstSession, key));
    const guesses = Array.from({ length: 25 }, (_, index) =>
      updateJournal(lockForm(lockTypes.password, `a guess ${index} of it`), setup.diary.firstSession, key),
    );
    const answers = (await Promise.all(guesses)).map(refusal).map(String);
    expect(new Set(answers)).toEqual(new Set([String(keyReused), "429,rate_limited"]));
    expect(refusal(await updateJournal(lockForm(lockTypes.password), setup.diary.firstSession, key))).toEqual(
      [429, "rate_limited"],
    );
    ok(await updateJournal({ name: "still works" }, setup.diary.firstSession, randomUUID()));
  });
});

async function requestResetCode(): Promise<{ email: string; code: string }> {
  const { email } = setup.diary;
  expect((await visitor().call("forgotPassword", { body: { email } })).status).toBe(204);
  const folder = setup.daybook.platform.config.dataFolder;
  const { text } = await waitForMail(folder, email, "forgot-password-confirmation");
  return { email, code: /code=([\w-]{22})/.exec(text)?.[1] ?? "" };
}

async function requestLoginLink(): Promise<{ params: { linkId: string }; body: { c: string } }> {
  const { email } = setup.diary;
  expect((await visitor().call("requestLoginLink", { body: { email } })).status).toBe(204);
  const { text } = await waitForMail(setup.daybook.platform.config.dataFolder, email, "auto-login");
  const [, linkId = "", c = ""] = /auto-login\/(\d+)\?c=([\w-]{22})/.exec(text) ?? [];
  return { params: { linkId }, body: { c } };
}

describe("repeated password resets", () => {
  const form = (resetCode: { email: string; code: string }, nextPassword = newPassword) => ({
    ...resetCode,
    password: nextPassword,
    retype_password: nextPassword,
  });

  it("a repeated password reset with another password is refused, and the first password stays", async () => {
    const [resetCode, key] = [await requestResetCode(), randomUUID()];
    const firstReply = ok(await visitor().call("resetPassword", { body: form(resetCode), key }));
    const otherForm = { body: form(resetCode, otherPassword), key };
    expect(refusal(await visitor().call("resetPassword", otherForm))).toEqual(keyReused);
    expect(await isLoggedIn(firstReply)).toBe(true);
    const { email } = resetCode;
    const logIn = (secret: string) => visitor().call("login", { body: { email, password: secret } });
    expect(refusal(await logIn(otherPassword))).toEqual([422, "wrong_credentials"]);
    ok(await logIn(newPassword));
  });

  it("a repeated password reset replaces the session of the first run, and no other session", async () => {
    const [resetCode, key] = [await requestResetCode(), randomUUID()];
    const lostReply = ok(await visitor().call("resetPassword", { body: form(resetCode), key }));
    const otherVisitor = visitor();
    otherVisitor.setSession(
      ok(await otherVisitor.call("login", { body: { email: resetCode.email, password: newPassword } })),
    );
    const repeatedReply = ok(await visitor().call("resetPassword", { body: form(resetCode), key }));
    expect([
      await isLoggedIn(lostReply),
      await isLoggedIn(repeatedReply),
      (await otherVisitor.call("getProfile")).ok,
    ]).toEqual([false, true, true]);
  });

  it("a repeated password reset is refused after the password was changed again", async () => {
    const [resetCode, key] = [await requestResetCode(), randomUUID()];
    const person = visitor();
    person.setSession(ok(await person.call("resetPassword", { body: form(resetCode), key })));
    const change = {
      current_password: newPassword,
      new_password: otherPassword,
      retype_password: otherPassword,
    };
    ok(await person.call("changePassword", { body: change }));
    expect(refusal(await visitor().call("resetPassword", { body: form(resetCode), key }))).toEqual([
      422,
      "wrong_code",
    ]);
    ok(await visitor().call("login", { body: { email: resetCode.email, password: otherPassword } }));
  });
});

describe("repeats after log-out", () => {
  async function logOut(session: Parameters<RemoteDaybook["setSession"]>[0]): Promise<void> {
    const person = visitor();
    person.setSession(session);
    expect((await person.call("logout")).status).toBe(204);
  }
  const countSessions = async () => ok(await setup.diary.firstSession.call("listSessions")).sessions.length;

  it("after log-out, the repeat of a password reset opens no session", async () => {
    const [resetCode, key] = [await requestResetCode(), randomUUID()];
    const body = { ...resetCode, password: newPassword, retype_password: newPassword };
    await logOut(ok(await visitor().call("resetPassword", { body, key })));
    expect(refusal(await visitor().call("resetPassword", { body, key }))).toEqual([422, "wrong_code"]);
  });

  it("after log-out, the repeat of a log-in link opens no session", async () => {
    const [loginLink, key] = [await requestLoginLink(), randomUUID()];
    const sessionsBefore = await countSessions();
    await logOut(ok(await visitor().call("magicLink", { ...loginLink, key })));
    expect(refusal(await visitor().call("magicLink", { ...loginLink, key }))).toEqual([404, "not_found"]);
    expect(await countSessions()).toBe(sessionsBefore);
  });

  it("after log-out, the repeat of a log-in or a sign-up opens no session", async () => {
    const { email } = setup.diary;
    const logIn = { body: { email, password: accountPassword }, key: randomUUID() };
    await logOut(ok(await visitor().call("login", logIn)));
    expect(refusal(await visitor().call("login", logIn))).toEqual([401, "unauthenticated"]);
    ok(await visitor().call("login", { ...logIn, key: randomUUID() }));
    const body = {
      first_name: "Jane",
      email: `jane-${email}`,
      password: accountPassword,
      retype_password: accountPassword,
    };
    const signUp = { body, key: randomUUID() };
    await logOut(ok(await visitor().call("freeSignup", signUp)));
    expect(refusal(await visitor().call("freeSignup", signUp))).toEqual([401, "unauthenticated"]);
    ok(await visitor().call("login", { body: { email: body.email, password: accountPassword } }));
  });
});

it("a log-in link that is sent several times concurrently with one key opens one session", async () => {
  const [loginLink, key] = [await requestLoginLink(), randomUUID()];
  const sessionCount = ok(await setup.diary.firstSession.call("listSessions")).sessions.length;
  const answers = await Promise.all([1, 2, 3].map(() => visitor().call("magicLink", { ...loginLink, key })));
  for (const answer of answers) ok(answer);
  expect(ok(await setup.diary.firstSession.call("listSessions")).sessions).toHaveLength(sessionCount + 1);
});

describe("refreshes", () => {
  it("a refresh by two sessions with the same key is refused for the second, which stays logged in", async () => {
    const { firstSession, secondSession } = setup.diary;
    const key = randomUUID();
    const firstReply = ok(await firstSession.call("refreshToken", { key }));
    expect(refusal(await secondSession.call("refreshToken", { key }))).toEqual(keyReused);
    expect([await isLoggedIn(firstReply), (await secondSession.call("getProfile")).ok]).toEqual([true, true]);
    const sharedKey = randomUUID();
    const otherClients = [visitor(), visitor()];
    const login = { body: { email: setup.diary.email, password: accountPassword } };
    for (const person of otherClients) person.setSession(ok(await person.call("login", login)));
    const bothAnswers = await Promise.all(
      otherClients.map((person) => person.call("refreshToken", { key: sharedKey })),
    );
    expect(bothAnswers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it("a refresh with the key of the refresh that opened the session returns the same session", async () => {
    const { firstSession } = setup.diary;
    const key = randomUUID();
    const secondClient = visitor();
    const refreshReply = ok(await firstSession.call("refreshToken", { key }));
    secondClient.setSession(refreshReply);
    expect(ok(await secondClient.call("refreshToken", { key })).access_token).toEqual(
      refreshReply.access_token,
    );
  });
});
