import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { keyedHash } from "@daybook/platform/vault/seal";
import { ok } from "../answers.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { readMails, waitForMail } from "./mailbox.ts";

const password = "and so to bed 1660";
const newPassword = "by water to Deptford";

let daybook: TestDaybook;
let dataFolder = "";
beforeAll(async () => {
  daybook = await startTestDaybook();
  dataFolder = daybook.platform.config.dataFolder;
});
afterAll(() => daybook?.stop());

let count = 0;
async function createAccount() {
  const email = `attacked-${++count}@example.com`;
  const person = remoteDaybook(daybook.url);
  await person.logInOrSignUp({ email, password });
  return { email, person, userId: person.session?.user.id ?? 0 };
}

/** The token of the mailed link for a requested new address. */
async function readConfirmationToken(address: string): Promise<string> {
  const { text } = await waitForMail(dataFolder, address, "token=");
  const token = /token=([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(text);
  return token;
}

async function requestNewEmail(person: ReturnType<typeof remoteDaybook>, address: string): Promise<void> {
  ok(await person.call("updateProfile", { body: { new_email: address, retype_email: address } }));
}

async function requestResetCode(email: string): Promise<string> {
  ok(await remoteDaybook(daybook.url).call("forgotPassword", { body: { email } }));
  const { text } = await waitForMail(dataFolder, email, "code=");
  const code = /code=([\w-]+)/.exec(text)?.[1];
  if (code === undefined) throw new Error(text);
  return code;
}

it("a reset password cancels the pending address of an intruder", async () => {
  const { email, person } = await createAccount();
  const intruderEmail = `thief-${count}@example.com`;
  await requestNewEmail(person, intruderEmail);
  const token = await readConfirmationToken(intruderEmail);
  const code = await requestResetCode(email);
  ok(
    await remoteDaybook(daybook.url).call("resetPassword", {
      body: { email, code, password: newPassword, retype_password: newPassword },
    }),
  );
  const confirmationAnswer = await remoteDaybook(daybook.url).call("confirmEmail", { body: { token } });
  expect(confirmationAnswer.status).toBe(404);
});

it("a changed password cancels the pending address of an intruder", async () => {
  const { person } = await createAccount();
  const intruderEmail = `thief-${count}@example.com`;
  await requestNewEmail(person, intruderEmail);
  const token = await readConfirmationToken(intruderEmail);
  ok(
    await person.call("changePassword", {
      body: { current_password: password, new_password: newPassword, retype_password: newPassword },
    }),
  );
  const confirmationAnswer = await remoteDaybook(daybook.url).call("confirmEmail", { body: { token } });
  expect(confirmationAnswer.status).toBe(404);
});

it("codes and links for the old address are invalid after the address changed", async () => {
  const { email, person } = await createAccount();
  const newEmail = `other-${count}@example.com`;
  const code = await requestResetCode(email);
  ok(await remoteDaybook(daybook.url).call("requestLoginLink", { body: { email } }));
  const link = /auto-login\/(\d+)\?c=([\w-]+)/.exec(
    (await waitForMail(dataFolder, email, "auto-login")).text,
  );
  await requestNewEmail(person, newEmail);
  ok(
    await remoteDaybook(daybook.url).call("confirmEmail", {
      body: { token: await readConfirmationToken(newEmail) },
    }),
  );
  const byLink = await remoteDaybook(daybook.url).call("magicLink", {
    params: { linkId: link?.[1] ?? "" },
    body: { c: link?.[2] ?? "" },
  });
  const byCode = await remoteDaybook(daybook.url).call("resetPassword", {
    body: { email: newEmail, code, password: newPassword, retype_password: newPassword },
  });
  expect([byLink.status, byCode.status]).toEqual([404, 422]);
});

it("a changed password ends every session that the old password opened", async () => {
  const { email, person } = await createAccount();
  const logins = Array.from({ length: 24 }, async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, index * 2));
    const otherClient = remoteDaybook(daybook.url);
    const answer = await otherClient.call("login", { body: { email, password } });
    if (answer.ok) otherClient.setSession(answer.body);
    return answer.ok ? otherClient : null;
  });
  const change = person.call("changePassword", {
    body: { current_password: password, new_password: newPassword, retype_password: newPassword },
  });
  const [changeAnswer, others] = await Promise.all([change, Promise.all(logins)]);
  expect(changeAnswer.status).toBe(200);
  const statuses = await Promise.all(
    others.map(async (otherClient) => (otherClient ? (await otherClient.call("listJournals")).status : 401)),
  );
  expect(statuses.filter((status) => status === 200)).toEqual([]);
});

it("an unfinished sign-up does not block its address permanently", async () => {
  const email = `cutoff-${randomUUID()}@example.com`;
  const pool = daybook.platform.pools.durable;
  const firstClient = remoteDaybook(daybook.url);
  await firstClient.logInOrSignUp({ email, password });
  const { rows } = await pool.query("SELECT email_hash FROM vault.credentials WHERE user_id = $1", [
    firstClient.session?.user.id,
  ]);
  ok(await firstClient.call("deleteAccount", { body: { password } }));
  // A crash after the first step of a sign-up leaves a taken address without an account.
  await pool.query(
    `INSERT INTO vault.credentials (user_id, email_hash, password_hash, created_at)
     VALUES (12345678, $1, 'x', now() - interval '1 day')`,
    [rows[0].email_hash],
  );
  const signUpAnswer = await remoteDaybook(daybook.url).call("freeSignup", {
    body: { first_name: "Sam", email, password, retype_password: password },
  });
  expect(signUpAnswer.status).toBe(201);
});

it("writes during the deletion of an account leave no rows and no keys", async () => {
  const { person, userId } = await createAccount();
  const journalId = String(ok(await person.call("listJournals")).journals[0]?.journal.id);
  const write = async (index: number) => {
    await new Promise((resolve) => setTimeout(resolve, index * 3));
    return person
      .call("createEntry", {
        params: { journalId },
        body: { title: `${index}`, richtext_body: `<p>${index}</p>` },
        key: randomUUID(),
      })
      .then(({ status }) => status);
  };
  const writing = Array.from({ length: 40 }, (_, index) => write(index));
  const deletion = await person.call("deleteAccount", { body: { password } });
  const statuses = await Promise.all(writing);
  expect(deletion.status).toBe(204);
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

it("a repeated link finishes a confirmation that a crash interrupted", async () => {
  const { person, userId } = await createAccount();
  const newEmail = `half-${count}@example.com`;
  await requestNewEmail(person, newEmail);
  const token = await readConfirmationToken(newEmail);
  const { masterKey, pools } = daybook.platform;
  if (!masterKey) throw new Error("no master key");
  // A crash between the vault and the log leaves this state.
  await pools.durable.query("UPDATE vault.links SET used_at = now() WHERE user_id = $1", [userId]);
  await pools.durable.query("UPDATE vault.credentials SET email_hash = $2 WHERE user_id = $1", [
    userId,
    keyedHash(masterKey, "account.email", newEmail),
  ]);
  const login = await remoteDaybook(daybook.url).call("login", { body: { email: newEmail, password } });
  expect(login.status).toBe(200);
  const confirmationAnswer = await remoteDaybook(daybook.url).call("confirmEmail", { body: { token } });
  const emailRequest = await person.call("updateProfile", {
    body: { new_email: newEmail, retype_email: newEmail },
  });
  // One of the two must work.
  expect([confirmationAnswer.status, emailRequest.status]).toContain(200);
});

it("ending all other sessions also ends one that is refreshed at the same time", async () => {
  const { email, person } = await createAccount();
  const others = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const otherClient = remoteDaybook(daybook.url);
      otherClient.adopt(ok(await otherClient.call("login", { body: { email, password } })));
      return otherClient;
    }),
  );
  const ending = person.call("endOtherSessions");
  const refreshAnswers = await Promise.all(
    others.flatMap((otherClient) => [0, 1, 2].map(() => otherClient.call("refreshToken"))),
  );
  expect((await ending).status).toBe(204);
  const statuses = await Promise.all(
    refreshAnswers.map(async (answer) => {
      if (!answer.ok) return 401;
      const newClient = remoteDaybook(daybook.url);
      newClient.adopt(answer.body);
      return (await newClient.call("listJournals")).status;
    }),
  );
  expect(statuses.filter((status) => status !== 401)).toEqual([]);
});

it("when two accounts confirm the same address at once, one gets it and the other keeps its own", async () => {
  const [a, b] = [await createAccount(), await createAccount()];
  const wantedEmail = `wanted-${count}@example.com`;
  await requestNewEmail(a.person, wantedEmail);
  const firstToken = await readConfirmationToken(wantedEmail);
  await requestNewEmail(b.person, wantedEmail);
  const secondToken = await vi.waitFor(
    async () => {
      const mails = await readMails(dataFolder);
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

it("log-ins, links and resets during the deletion of an account cause no server error", async () => {
  const { email, person } = await createAccount();
  const code = await requestResetCode(email);
  const anonymous = () => remoteDaybook(daybook.url);
  const concurrentCalls = Array.from({ length: 30 }, async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, index * 2));
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
  await new Promise((resolve) => setTimeout(resolve, 10));
  const deletions = await Promise.all([0, 1].map(() => person.call("deleteAccount", { body: { password } })));
  expect((await Promise.all(concurrentCalls)).flat()).toEqual([]);
  expect(deletions.map(({ status }) => status).every((status) => status < 500)).toBe(true);
});
