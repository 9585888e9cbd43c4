import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { keyedHash } from "@daybook/platform/vault/seal";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { mailsIn, mailTo } from "./mailbox.ts";
import { must } from "./people.ts";

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
async function somebody() {
  const email = `broken-${++count}@example.com`;
  const person = remoteDaybook(daybook.url);
  await person.logInOrSignUp({ email, password });
  return { email, person, userId: person.session?.user.id ?? 0 };
}

/** The token of the mailed link for a requested new address. */
async function confirmToken(address: string): Promise<string> {
  const { text } = await mailTo(dataFolder, address, "token=");
  const token = /token=([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(text);
  return token;
}

async function askForAddress(person: ReturnType<typeof remoteDaybook>, address: string): Promise<void> {
  must(await person.call("updateProfile", { body: { new_email: address, retype_email: address } }));
}

async function resetCode(email: string): Promise<string> {
  must(await remoteDaybook(daybook.url).call("forgotPassword", { body: { email } }));
  const { text } = await mailTo(dataFolder, email, "code=");
  const code = /code=([\w-]+)/.exec(text)?.[1];
  if (code === undefined) throw new Error(text);
  return code;
}

it("a reset password cancels the pending address of an intruder", async () => {
  const { email, person } = await somebody();
  const thief = `thief-${count}@example.com`;
  await askForAddress(person, thief);
  const token = await confirmToken(thief);
  const code = await resetCode(email);
  must(
    await remoteDaybook(daybook.url).call("resetPassword", {
      body: { email, code, password: newPassword, retype_password: newPassword },
    }),
  );
  const confirmedAnswer = await remoteDaybook(daybook.url).call("confirmEmail", { body: { token } });
  expect(confirmedAnswer.status).toBe(404);
});

it("a changed password cancels the pending address of an intruder", async () => {
  const { person } = await somebody();
  const thief = `thief-${count}@example.com`;
  await askForAddress(person, thief);
  const token = await confirmToken(thief);
  must(
    await person.call("changePassword", {
      body: { current_password: password, new_password: newPassword, retype_password: newPassword },
    }),
  );
  const confirmedAnswer = await remoteDaybook(daybook.url).call("confirmEmail", { body: { token } });
  expect(confirmedAnswer.status).toBe(404);
});

it("codes and links for the old address are invalid after the address changed", async () => {
  const { email, person } = await somebody();
  const newEmail = `other-${count}@example.com`;
  const code = await resetCode(email);
  must(await remoteDaybook(daybook.url).call("requestLoginLink", { body: { email } }));
  const link = /auto-login\/(\d+)\?c=([\w-]+)/.exec((await mailTo(dataFolder, email, "auto-login")).text);
  await askForAddress(person, newEmail);
  must(
    await remoteDaybook(daybook.url).call("confirmEmail", { body: { token: await confirmToken(newEmail) } }),
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

it("a changed password ends every session that the old one opened", async () => {
  const { email, person } = await somebody();
  const tries = Array.from({ length: 24 }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, n * 2));
    const otherClient = remoteDaybook(daybook.url);
    const answer = await otherClient.call("login", { body: { email, password } });
    if (answer.ok) otherClient.setSession(answer.body);
    return answer.ok ? otherClient : null;
  });
  const change = person.call("changePassword", {
    body: { current_password: password, new_password: newPassword, retype_password: newPassword },
  });
  const [changeAnswer, others] = await Promise.all([change, Promise.all(tries)]);
  expect(changeAnswer.status).toBe(200);
  const areAlive = await Promise.all(
    others.map(async (otherClient) => (otherClient ? (await otherClient.call("listJournals")).status : 401)),
  );
  expect(areAlive.filter((status) => status === 200)).toEqual([]);
});

it("an unfinished sign-up does not block its address permanently", async () => {
  const email = `cutoff-${randomUUID()}@example.com`;
  const pool = daybook.platform.pools.durable;
  const firstClient = remoteDaybook(daybook.url);
  await firstClient.logInOrSignUp({ email, password });
  const { rows } = await pool.query("SELECT email_hash FROM vault.credentials WHERE user_id = $1", [
    firstClient.session?.user.id,
  ]);
  must(await firstClient.call("deleteAccount", { body: { password } }));
  // A crash after the first step of a sign-up leaves a taken address without an account.
  await pool.query(
    `INSERT INTO vault.credentials (user_id, email_hash, password_hash, created_at)
     VALUES (12345678, $1, 'x', now() - interval '1 day')`,
    [rows[0].email_hash],
  );
  const secondBrowser = await remoteDaybook(daybook.url).call("freeSignup", {
    body: { first_name: "Sam", email, password, retype_password: password },
  });
  expect(secondBrowser.status).toBe(201);
});

it("writes during the deletion of an account leave nothing", async () => {
  const { person, userId } = await somebody();
  const journalId = String(must(await person.call("listJournals")).journals[0]?.journal.id);
  const write = async (n: number) => {
    await new Promise((resolve) => setTimeout(resolve, n * 3));
    return person
      .call("createEntry", {
        params: { journalId },
        body: { title: `${n}`, richtext_body: `<p>${n}</p>` },
        key: randomUUID(),
      })
      .then(({ status }) => status);
  };
  const writing = Array.from({ length: 40 }, (_, n) => write(n));
  const deletion = await person.call("deleteAccount", { body: { password } });
  const statuses = await Promise.all(writing);
  expect(deletion.status).toBe(204);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  const pool = daybook.platform.pools.durable;
  const leftOver = async () => {
    const { rows } = await pool.query(
      `SELECT (SELECT count(*)::int FROM read_models.entries WHERE user_id = $1) AS entries,
         (SELECT count(*)::int FROM read_models.journals WHERE user_id = $1) AS journals,
         (SELECT count(*)::int FROM vault.keys WHERE id IN ('account-' || $1, 'journal-' || $2)) AS keys`,
      [userId, journalId],
    );
    return rows[0];
  };
  await expect.poll(leftOver, { timeout: 60_000 }).toEqual({ entries: 0, journals: 0, keys: 0 });
});

it("a repeated link finishes a confirmation that a crash interrupted", async () => {
  const { person, userId } = await somebody();
  const newEmail = `half-${count}@example.com`;
  await askForAddress(person, newEmail);
  const token = await confirmToken(newEmail);
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
  const confirmedAnswer = await remoteDaybook(daybook.url).call("confirmEmail", { body: { token } });
  const emailRequest = await person.call("updateProfile", {
    body: { new_email: newEmail, retype_email: newEmail },
  });
  // One of the two must work.
  expect([confirmedAnswer.status, emailRequest.status]).toContain(200);
});

it("a session cannot survive the end of all others by a concurrent refresh", async () => {
  const { email, person } = await somebody();
  const others = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const otherClient = remoteDaybook(daybook.url);
      otherClient.setSession(must(await otherClient.call("login", { body: { email, password } })));
      return otherClient;
    }),
  );
  const ending = person.call("endOtherSessions");
  const refreshed = await Promise.all(
    others.flatMap((otherClient) => [0, 1, 2].map(() => otherClient.call("refreshToken"))),
  );
  expect((await ending).status).toBe(204);
  const areAlive = await Promise.all(
    refreshed.map(async (answer) => {
      if (!answer.ok) return 401;
      const next = remoteDaybook(daybook.url);
      next.setSession(answer.body);
      return (await next.call("listJournals")).status;
    }),
  );
  expect(areAlive.filter((status) => status !== 401)).toEqual([]);
});

it("when two accounts confirm the same address at once, one gets it and the other keeps its own", async () => {
  const [a, b] = [await somebody(), await somebody()];
  const wantedEmail = `wanted-${count}@example.com`;
  await askForAddress(a.person, wantedEmail);
  const firstToken = await confirmToken(wantedEmail);
  await askForAddress(b.person, wantedEmail);
  const secondToken = await vi.waitFor(
    async () => {
      const mails = await mailsIn(dataFolder);
      const tokens = mails
        .filter(({ to }) => to.includes(wantedEmail))
        .flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? []);
      const token = tokens.find((mailed) => mailed !== firstToken);
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
  const emails = [a, b].map(async ({ person }) => must(await person.call("getProfile")).profile.email);
  const logins = await Promise.all(
    (await Promise.all(emails)).map(
      async (email) => (await remoteDaybook(daybook.url).call("login", { body: { email, password } })).status,
    ),
  );
  expect(logins).toEqual([200, 200]);
});

it("log-ins, links and resets during the deletion of an account cause no server error", async () => {
  const { email, person } = await somebody();
  const code = await resetCode(email);
  const anonymous = () => remoteDaybook(daybook.url);
  const meanwhile = Array.from({ length: 30 }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, n * 2));
    const answers = await Promise.all([
      anonymous().call("login", { body: { email, password } }),
      person.call("refreshToken"),
      person.call("createJournal", { body: { name: "late" }, key: randomUUID() }),
      n === 8 ? anonymous().call("requestLoginLink", { body: { email } }) : null,
      n === 10
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
  expect((await Promise.all(meanwhile)).flat()).toEqual([]);
  expect(deletions.map(({ status }) => status).every((status) => status < 500)).toBe(true);
});
