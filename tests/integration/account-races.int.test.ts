import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { confirmEmail } from "@daybook/application/accounts/confirm-email";
import { updateProfile } from "@daybook/application/accounts/update-profile";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ok } from "../answers.ts";
import {
  createAccount,
  newEmail,
  newPassword,
  password,
  readConfirmationToken,
  requestNewEmail,
  requestResetCode,
} from "./account-steps.ts";
import { contextOf } from "./call-context.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { readMails } from "./mailbox.ts";
import { openSecondApplication } from "./second-application.ts";

let daybook: TestDaybook;
beforeAll(async () => {
  daybook = await startTestDaybook();
});
afterAll(() => daybook?.stop());

it("changing the password also ends the sessions that the old password opens at the same moment", async () => {
  const { email, person } = await createAccount(daybook);
  const logins = Array.from({ length: 24 }, async (_, index) => {
    // The log-ins start some milliseconds apart, so that they meet different steps of the change of the password.
    await sleep(index * 2);
    const otherClient = remoteDaybook(daybook.url);
    const answer = await otherClient.call("login", { body: { email, password } });
    if (answer.ok) otherClient.setSession(answer.body);
    return answer.ok ? otherClient : null;
  });
  const change = person.call("changePassword", {
    body: { current_password: password, new_password: newPassword, retype_password: newPassword },
  });
  const [changeAnswer, otherClients] = await Promise.all([change, Promise.all(logins)]);
  expect(changeAnswer.status).toBe(200);
  const statuses = await Promise.all(
    otherClients.map(async (otherClient) =>
      otherClient ? (await otherClient.call("listJournals")).status : 401,
    ),
  );
  expect(statuses.filter((status) => status === 200)).toEqual([]);
});

it("writes during the deletion of an account leave no rows and no keys", async () => {
  const { person, userId } = await createAccount(daybook);
  const journalId = String(ok(await person.call("listJournals")).journals[0]?.journal.id);
  const write = async (index: number) => {
    await sleep(index * 3);
    return person
      .call("createEntry", {
        params: { journalId },
        body: { title: `${index}`, richtext_body: `<p>${index}</p>` },
        key: randomUUID(),
      })
      .then(({ status }) => status);
  };
  const writing = Array.from({ length: 40 }, (_, index) => write(index));
  const deletionAnswer = await person.call("deleteAccount", { body: { password } });
  const statuses = await Promise.all(writing);
  expect(deletionAnswer.status).toBe(204);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  const pool = daybook.platform.pools.durable;
  const countRemaining = async () => {
    const { rows } = await pool.query(
      `SELECT (SELECT count(*)::int FROM read_models.entries WHERE user_id = $1) AS entries,
         (SELECT count(*)::int FROM read_models.journals WHERE user_id = $1) AS journals,
         (SELECT count(*)::int FROM vault.keys WHERE id IN ('account-' || $1, 'journal-' || $2)) AS keys`,
      [userId, journalId],
    );
    return rows[0];
  };
  await expect.poll(countRemaining, { timeout: 60_000 }).toEqual({ entries: 0, journals: 0, keys: 0 });
});

it("ending all other sessions also ends one that is refreshed at the same time", async () => {
  const { email, person } = await createAccount(daybook);
  const otherClients = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const otherClient = remoteDaybook(daybook.url);
      otherClient.setSession(ok(await otherClient.call("login", { body: { email, password } })));
      return otherClient;
    }),
  );
  const ending = person.call("endOtherSessions");
  const refreshAnswers = await Promise.all(
    otherClients.flatMap((otherClient) => [0, 1, 2].map(() => otherClient.call("refreshToken"))),
  );
  expect((await ending).status).toBe(204);
  const statuses = await Promise.all(
    refreshAnswers.map(async (answer) => {
      if (!answer.ok) return 401;
      const newClient = remoteDaybook(daybook.url);
      newClient.setSession(answer.body);
      return (await newClient.call("listJournals")).status;
    }),
  );
  expect(statuses.filter((status) => status !== 401)).toEqual([]);
});

it("when two accounts confirm the same address concurrently, one gets it and the other keeps its own", async () => {
  const [a, b] = [await createAccount(daybook), await createAccount(daybook)];
  const wantedEmail = newEmail("wanted");
  await requestNewEmail(a.person, wantedEmail);
  const firstToken = await readConfirmationToken(daybook, wantedEmail);
  await requestNewEmail(b.person, wantedEmail);
  const secondToken = await vi.waitFor(
    async () => {
      const mails = await readMails(daybook.platform.config.dataFolder);
      const tokens = mails
        .filter(({ to }) => to.includes(wantedEmail))
        .flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? []);
      const token = tokens.find((candidate) => candidate !== firstToken);
      if (!token) throw new Error("the second mail is not there yet");
      return token;
    },
    { timeout: 60_000 },
  );
  const confirm = (token: string) => remoteDaybook(daybook.url).call("confirmEmail", { body: { token } });
  const answers = await Promise.all([
    confirm(firstToken),
    confirm(secondToken),
    confirm(firstToken),
    confirm(secondToken),
  ]);
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const emails = [a, b].map(async ({ person }) => ok(await person.call("getProfile")).profile.email);
  const logins = await Promise.all(
    (await Promise.all(emails)).map(
      async (email) => (await remoteDaybook(daybook.url).call("login", { body: { email, password } })).status,
    ),
  );
  expect(logins).toEqual([200, 200]);
});

it("calls during the deletion of an account never get a 500", async () => {
  const { email, person } = await createAccount(daybook);
  const code = await requestResetCode(daybook, email);
  const anonymous = () => remoteDaybook(daybook.url);
  const concurrentCalls = Array.from({ length: 30 }, async (_, index) => {
    await sleep(index * 2);
    const answers = await Promise.all([
      anonymous().call("login", { body: { email, password } }),
      person.call("refreshToken"),
      person.call("createJournal", { body: { name: "late" }, key: randomUUID() }),
      index === 8 ? anonymous().call("requestLoginLink", { body: { email } }) : null,
      index === 10
        ? anonymous().call("resetPassword", {
            body: { email, code, password: newPassword, retype_password: newPassword },
          })
        : null,
    ]);
    return answers.flatMap((answer) =>
      answer && answer.status === 500 ? `${answer.status} ${JSON.stringify(answer.body)}` : [],
    );
  });
  await sleep(10);
  const deletions = await Promise.all([0, 1].map(() => person.call("deleteAccount", { body: { password } })));
  expect((await Promise.all(concurrentCalls)).flat()).toEqual([]);
  expect(deletions.map(({ status }) => status).every((status) => status < 500)).toBe(true);
});

it("a new address that is confirmed while the owner enters the current one again is the address to log in with", async () => {
  const { email: oldEmail, person, userId } = await createAccount(daybook);
  const email = newEmail("confirmed");
  await requestNewEmail(person, email);
  const token = await readConfirmationToken(daybook, email);
  const app = await openSecondApplication(daybook.platform);
  const context = contextOf(app, userId);
  const replaceEmail: typeof app.credentials.replaceEmail = async (...parameters) => {
    expect(await confirmEmail(app, { ...context, actor: null }, token)).toMatchObject({ email });
    return app.credentials.replaceEmail(...parameters);
  };
  const racingApp = {
    ...app,
    credentials: { ...app.credentials, replaceEmail },
    // Normally, entering the current address revokes the link. In this race the confirmation has used the link before.
    links: { ...app.links, revokeAll: async () => {} },
  };
  await updateProfile(racingApp, contextOf(app, userId), { newEmail: oldEmail });
  app.waiter.close();
  ok(await remoteDaybook(daybook.url).call("login", { body: { email, password } }));
});
