import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { describe, expect, it } from "vitest";
import { commandCompleted } from "./completed-commands.ts";
import { lockedDiaries, lockForm, lockJournal, ok, openJournal, password, refusal } from "./locked-diary.ts";
import { mailTo } from "./mailbox.ts";

const { at, putJournal } = lockedDiaries();

const accountPassword = "and so to bed 1660";
const newPassword = "up and by water 1661";
const otherPassword = "another good password";
const reused = [422, "key_reused"];
const visitor = () => remoteDaybook(at.daybook.url);
const isAccepted = async (session: Parameters<RemoteDaybook["setSession"]>[0]): Promise<boolean> => {
  const person = visitor();
  person.setSession(session);
  return (await person.call("getProfile")).ok;
};

describe("a key that was used with another password is refused", () => {
  it.each([lockTypes.password, lockTypes.encryption])("for a new lock of type %i", async (type) => {
    const key = randomUUID();
    ok(await putJournal(lockForm(type), at.diary.firstSession, key));
    await commandCompleted(at.daybook, key);
    expect(refusal(await putJournal(lockForm(type, otherPassword), at.diary.firstSession, key))).toEqual(
      reused,
    );
    ok(await putJournal(lockForm(type), at.diary.firstSession, key));
    await openJournal(at.diary, at.diary.firstSession);
  });

  it("for opening, changing and removing a lock, and before the first run has ended", async () => {
    await lockJournal(at.diary, lockTypes.password);
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
      const servers = [at.diary.firstSession, at.diary.secondSession];
      const answers = await Promise.all(servers.map((server) => putJournal(body, server, key)));
      for (const answer of answers) ok(answer);
      expect(refusal(await putJournal(otherBody, at.diary.firstSession, key))).toEqual(reused);
    }
  });

  it("for the lock of an entry", async () => {
    const { firstSession, journalId, entryId } = at.diary;
    const put = (secret: string, key: string) =>
      firstSession.call("updateEntry", {
        params: { journalId, entryId },
        body: lockForm(lockTypes.password, secret),
        key,
      });
    const key = randomUUID();
    ok(await put(password, key));
    expect(refusal(await put(otherPassword, key))).toEqual(reused);
  });

  it("for the password of the account", async () => {
    const { firstSession } = at.diary;
    const form = (next: string) => ({
      current_password: accountPassword,
      new_password: next,
      retype_password: next,
    });
    const key = randomUUID();
    ok(await firstSession.call("changePassword", { body: form(newPassword), key }));
    await commandCompleted(at.daybook, key);
    expect(refusal(await firstSession.call("changePassword", { body: form(otherPassword), key }))).toEqual(
      reused,
    );
    ok(await firstSession.call("changePassword", { body: form(newPassword), key }));
  });

  it("a limited number of times, so that repeats cannot test guesses", async () => {
    const key = randomUUID();
    ok(await putJournal(lockForm(lockTypes.password), at.diary.firstSession, key));
    const guesses = Array.from({ length: 25 }, (_, index) =>
      putJournal(lockForm(lockTypes.password, `a guess ${index} of it`), at.diary.firstSession, key),
    );
    const answers = (await Promise.all(guesses)).map(refusal).map(String);
    expect(new Set(answers)).toEqual(new Set([String(reused), "429,rate_limited"]));
    expect(refusal(await putJournal(lockForm(lockTypes.password), at.diary.firstSession, key))).toEqual([
      429,
      "rate_limited",
    ]);
    ok(await putJournal({ name: "still works" }, at.diary.firstSession, randomUUID()));
  });
});

async function mailedCode(): Promise<{ email: string; code: string }> {
  const { email } = at.diary;
  expect((await visitor().call("forgotPassword", { body: { email } })).status).toBe(204);
  const folder = at.daybook.platform.config.dataFolder;
  const { text } = await mailTo(folder, email, "forgot-password-confirmation");
  return { email, code: /code=([\w-]{22})/.exec(text)?.[1] ?? "" };
}

async function mailedLink(): Promise<{ params: { linkId: string }; body: { c: string } }> {
  const { email } = at.diary;
  expect((await visitor().call("requestLoginLink", { body: { email } })).status).toBe(204);
  const { text } = await mailTo(at.daybook.platform.config.dataFolder, email, "auto-login");
  const [, linkId = "", c = ""] = /auto-login\/(\d+)\?c=([\w-]{22})/.exec(text) ?? [];
  return { params: { linkId }, body: { c } };
}

describe("a repeated password reset", () => {
  const form = (codeMail: { email: string; code: string }, next = newPassword) => ({
    ...codeMail,
    password: next,
    retype_password: next,
  });

  it("with another password is refused, and the first password stays", async () => {
    const [codeMail, key] = [await mailedCode(), randomUUID()];
    const firstReply = ok(await visitor().call("resetPassword", { body: form(codeMail), key }));
    const otherForm = { body: form(codeMail, otherPassword), key };
    expect(refusal(await visitor().call("resetPassword", otherForm))).toEqual(reused);
    expect(await isAccepted(firstReply)).toBe(true);
    const { email } = codeMail;
    const logIn = (secret: string) => visitor().call("login", { body: { email, password: secret } });
    expect(refusal(await logIn(otherPassword))).toEqual([422, "wrong_credentials"]);
    ok(await logIn(newPassword));
  });

  it("replaces the session of the first run, and not a newer password or other sessions", async () => {
    const [codeMail, key] = [await mailedCode(), randomUUID()];
    const lostReply = ok(await visitor().call("resetPassword", { body: form(codeMail), key }));
    const otherVisitor = visitor();
    otherVisitor.setSession(
      ok(await otherVisitor.call("login", { body: { email: codeMail.email, password: newPassword } })),
    );
    const repeat = ok(await visitor().call("resetPassword", { body: form(codeMail), key }));
    expect([
      await isAccepted(lostReply),
      await isAccepted(repeat),
      (await otherVisitor.call("getProfile")).ok,
    ]).toEqual([false, true, true]);
  });

  it("does not restore the mailed password after it was changed", async () => {
    const [codeMail, key] = [await mailedCode(), randomUUID()];
    const person = visitor();
    person.setSession(ok(await person.call("resetPassword", { body: form(codeMail), key })));
    const change = {
      current_password: newPassword,
      new_password: otherPassword,
      retype_password: otherPassword,
    };
    ok(await person.call("changePassword", { body: change }));
    expect(refusal(await visitor().call("resetPassword", { body: form(codeMail), key }))).toEqual([
      422,
      "wrong_code",
    ]);
    ok(await visitor().call("login", { body: { email: codeMail.email, password: otherPassword } }));
  });
});

describe("after log-out, a repeat makes no new session", () => {
  async function logOut(session: Parameters<RemoteDaybook["setSession"]>[0]): Promise<void> {
    const person = visitor();
    person.setSession(session);
    expect((await person.call("logout")).status).toBe(204);
  }
  const sessions = async () => ok(await at.diary.firstSession.call("listSessions")).sessions.length;

  it("of a reset", async () => {
    const [codeMail, key] = [await mailedCode(), randomUUID()];
    const body = { ...codeMail, password: newPassword, retype_password: newPassword };
    await logOut(ok(await visitor().call("resetPassword", { body, key })));
    expect(refusal(await visitor().call("resetPassword", { body, key }))).toEqual([422, "wrong_code"]);
  });

  it("of a log-in link", async () => {
    const [call, key] = [await mailedLink(), randomUUID()];
    const sessionsBefore = await sessions();
    await logOut(ok(await visitor().call("magicLink", { ...call, key })));
    expect(refusal(await visitor().call("magicLink", { ...call, key }))).toEqual([404, "not_found"]);
    expect(await sessions()).toBe(sessionsBefore);
  });

  it("of a log-in or a sign-up", async () => {
    const { email } = at.diary;
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

it("a log-in link opens one session under one key, also when it is used several times at once", async () => {
  const [call, key] = [await mailedLink(), randomUUID()];
  const sessionCount = ok(await at.diary.firstSession.call("listSessions")).sessions.length;
  const answers = await Promise.all([1, 2, 3].map(() => visitor().call("magicLink", { ...call, key })));
  for (const answer of answers) ok(answer);
  expect(ok(await at.diary.firstSession.call("listSessions")).sessions).toHaveLength(sessionCount + 1);
});

describe("a refresh", () => {
  it("by two sessions under one key is refused for the second, which goes on", async () => {
    const { firstSession, secondSession } = at.diary;
    const key = randomUUID();
    const firstReply = ok(await firstSession.call("refreshToken", { key }));
    expect(refusal(await secondSession.call("refreshToken", { key }))).toEqual(reused);
    expect([await isAccepted(firstReply), (await secondSession.call("getProfile")).ok]).toEqual([true, true]);
    const sharedKey = randomUUID();
    const others = [visitor(), visitor()];
    const login = { body: { email: at.diary.email, password: accountPassword } };
    for (const person of others) person.setSession(ok(await person.call("login", login)));
    const bothAnswers = await Promise.all(
      others.map((person) => person.call("refreshToken", { key: sharedKey })),
    );
    expect(bothAnswers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it("by the session that the same key opened returns that session", async () => {
    const { firstSession } = at.diary;
    const key = randomUUID();
    const next = visitor();
    const openedReply = ok(await firstSession.call("refreshToken", { key }));
    next.setSession(openedReply);
    expect(ok(await next.call("refreshToken", { key })).access_token).toEqual(openedReply.access_token);
  });
});
