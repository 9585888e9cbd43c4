import { finishInterruptedJob } from "@daybook/application/jobs/finish-interrupted";
import { rewriteFilesJob } from "@daybook/application/jobs/rewrite-files";
import { withApplication } from "@daybook/bin/entry/with-application";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { BodyOf } from "@daybook/domain/contract/contract";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { readMails, waitForMail } from "./mailbox.ts";

const password = "and so to bed 1660";
let daybook: RunningDaybook;
let person: RemoteDaybook;
let email: string;
let params: { journalId: string; entryId: string };
let accountCount = 0;

beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  person = remoteDaybook(daybook.url);
  email = `sharer-${++accountCount}@example.com`;
  await person.enter({ email, password, firstName: "Samuel" });
  const list = await person.call("listJournals");
  const journalId = String(list.ok && list.body.journals[0]?.journal.id);
  const createdAnswer = await person.call("createEntry", {
    params: { journalId },
    body: {
      title: "By water",
      richtext_body: "<p>To <strong>Deptford</strong> &amp; home</p>",
      local_date: "1660-01-11",
    },
  });
  if (!createdAnswer.ok) throw new Error(createdAnswer.body.error);
  params = { journalId, entryId: String(createdAnswer.body.entry.id) };
});

const newFriendEmail = () => `friend-${randomUUID()}@example.com`;
const share = (body: BodyOf<"emailShare">, key = randomUUID()) =>
  person.call("emailShare", { params, body, key });
const readMailsTo = async (to: string) =>
  (await readMails(daybook.platform.config.dataFolder)).filter((mail) => mail.to.includes(to));

async function waitForSentMails(): Promise<void> {
  for (let tries = 0; tries < 1_200; tries++) {
    const { rows } = await daybook.platform.pools.durable.query(
      "SELECT FROM outbox.mails WHERE template = 'share' AND state = 'waiting'",
    );
    if (rows.length === 0) return;
    await sleep(50);
  }
  throw new Error("mails are still waiting");
}

/** Runs the job that follows erasures and encryption locks, as if it were due. */
async function runRewriteFiles(): Promise<void> {
  await daybook.platform.pools.durable.query(
    "UPDATE vault.rewrites_due SET due_at = now() - interval '2 minutes'",
  );
  await withApplication(daybook.platform.config, (app) =>
    rewriteFilesJob.run(app, new AbortController().signal),
  );
}

describe("the file of a sent share", () => {
  const sendShare = async (): Promise<string> => {
    const to = newFriendEmail();
    ok(await share({ share_recipients: to, share_message: "Read this." }));
    await waitForMail(daybook.platform.config.dataFolder, to, "Deptford");
    await waitForSentMails();
    return to;
  };
  const writeOtherEntry = async () => {
    const body = { title: "Another", richtext_body: "<p>Stays at Deptford</p>" };
    return String(ok(await person.call("createEntry", { params, body })).entry.id);
  };

  it("is deleted when its entry is erased, and others stay", async () => {
    const [to, otherId] = [await sendShare(), await writeOtherEntry()];
    const recipient = newFriendEmail();
    ok(
      await person.call("emailShare", {
        params: { ...params, entryId: otherId },
        body: { share_recipients: recipient },
        key: randomUUID(),
      }),
    );
    await waitForMail(daybook.platform.config.dataFolder, recipient, "Deptford");
    await waitForSentMails();
    const body = { entry_ids: [Number(params.entryId)], permanent: true };
    ok(await person.call("deleteEntries", { params, body }));
    await vi.waitFor(
      async () => {
        await runRewriteFiles();
        expect(await readMailsTo(to)).toEqual([]);
      },
      { timeout: 100_000, interval: 500 },
    );
    expect(await readMailsTo(recipient)).toHaveLength(1);
  });

  it("is deleted when its journal is encrypted", async () => {
    const to = await sendShare();
    await daybook.grant(person, { level: "pro", years: 1 });
    const secret = "by water to Deptford";
    const lock = { lock: true, lock_type: 3 as const, password_hint: "boat" };
    ok(
      await person.call("updateJournal", {
        params,
        body: { ...lock, plain_password: secret, retype_password: secret },
      }),
    );
    await vi.waitFor(
      async () => {
        await runRewriteFiles();
        expect(await readMailsTo(to)).toEqual([]);
      },
      { timeout: 100_000, interval: 500 },
    );
  });
});

describe("an entry shared by e-mail", () => {
  it("arrives with its text, the sender's name and the message", async () => {
    const to = newFriendEmail();
    expect(
      (await share({ share_recipients: to, share_message: "Read <this>.", email_share: true })).status,
    ).toBe(204);
    const { text, subject } = await waitForMail(daybook.platform.config.dataFolder, to, "Deptford");
    expect(subject).toBe("Someone shared a journal page with you");
    expect(text).toContain("Samuel writes a journal with Daybook");
    expect(text).toContain("> Read <this>.");
    expect(text).toContain("Read &lt;this&gt;.");
    expect(text).toContain("By water");
    expect(text).toContain("Sun. 1/11/1660");
    expect(text).toContain("<strong>Deptford</strong> &amp; home");
    expect(text).not.toContain(email);
    expect(text).not.toMatch(/^Reply-To:/im);
  });

  it("goes to each address once, in any spelling, and a repeated command sends nothing", async () => {
    const [firstFriend, secondFriend] = [newFriendEmail(), newFriendEmail()];
    const body = { share_recipients: `${firstFriend}; ${secondFriend},\n${firstFriend.toUpperCase()}` };
    const key = randomUUID();
    const answers = await Promise.all([share(body, key), share(body, key)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect((await share(body, key)).status).toBe(204);
    await waitForSentMails();
    expect([(await readMailsTo(firstFriend)).length, (await readMailsTo(secondFriend)).length]).toEqual([
      1, 1,
    ]);
    // No recipient sees another.
    expect((await readMailsTo(secondFriend))[0]?.text).not.toContain(firstFriend);
  });

  it("is in the activity list, without addresses", async () => {
    await share({ share_recipients: [newFriendEmail()] });
    const activity = await person.call("listActivity");
    expect(activity.ok && activity.body.activities[0]?.activity.kind).toBe("share");
    const { rows } = await daybook.platform.pools.durable.query<{ data: { recipients: number } }>(
      "SELECT data FROM eventstore.events WHERE type = 'EntryShared' ORDER BY position DESC LIMIT 1",
    );
    expect(rows[0]?.data.recipients).toBe(1);
  });

  it("is not sent to people who opted out, and the sender does not learn that", async () => {
    const to = newFriendEmail();
    const otherClient = remoteDaybook(daybook.url);
    await otherClient.logInOrSignUp({ email: to, password });
    await otherClient.call("changeNotifications", { body: { receive_shares: false, share_level: 64 } });
    const willingFriend = newFriendEmail();
    expect((await share({ share_recipients: [to.toUpperCase(), willingFriend] })).status).toBe(204);
    await waitForMail(daybook.platform.config.dataFolder, willingFriend, "Deptford");
    await waitForSentMails();
    expect((await readMailsTo(to)).filter(({ text }) => text.includes("Deptford"))).toEqual([]);
    expect(await readMailsTo(to.toUpperCase())).toEqual([]);
  });
});

describe("an entry cannot be shared", () => {
  it("if it is locked, even if unlocked in the session, or locked before the mail is sent", async () => {
    const secret = "the key of the closet";
    const lockPasswords = { plain_password: secret, retype_password: secret };
    const lock = { lock: true, ...lockPasswords, password_hint: "where the linen is" };
    const to = newFriendEmail();
    const pool = daybook.platform.pools.durable;
    await pool.query("ALTER TABLE outbox.mails RENAME TO mails_away");
    try {
      expect((await share({ share_recipients: [to] })).status).toBeGreaterThanOrEqual(500);
    } finally {
      await pool.query("ALTER TABLE outbox.mails_away RENAME TO mails");
    }
    expect((await person.call("updateEntry", { params, body: lock })).status).toBe(200);
    expect((await share({ share_recipients: [to] })).status).toBe(423);
    const body = { unlock: true, plain_password: secret };
    expect((await person.call("updateEntry", { params, body })).status).toBe(200);
    const refusedAnswer = await share({ share_recipients: [to] });
    expect([refusedAnswer.status, !refusedAnswer.ok && refusedAnswer.body.error]).toEqual([
      423,
      "A locked entry cannot be shared by e-mail. Remove its lock first.",
    ]);
    // The job that finishes interrupted work drops the share, and it blocks nothing.
    await withApplication(daybook.platform.config, (app) =>
      finishInterruptedJob.run(app, new AbortController().signal),
    );
    expect((await pool.query("SELECT FROM vault.shares WHERE recipients IS NOT NULL")).rows).toHaveLength(0);
    expect(await readMailsTo(to)).toEqual([]);
  });

  it("if it is in the trash or erased", async () => {
    const { journalId, entryId } = params;
    const body = { entry_ids: [Number(entryId)] };
    await person.call("deleteEntries", { params: { journalId }, body });
    const trashedAnswer = await share({ share_recipients: [newFriendEmail()] });
    expect([trashedAnswer.status, !trashedAnswer.ok && trashedAnswer.body.code]).toEqual([
      422,
      "entry_trashed",
    ]);
    await person.call("deleteEntries", { params: { journalId }, body: { ...body, permanent: true } });
    expect((await share({ share_recipients: [newFriendEmail()] })).status).toBe(404);
  });
});

it("a repeated command finishes an interrupted share, once", async () => {
  const pool = daybook.platform.pools.durable;
  const [to, key] = [newFriendEmail(), randomUUID()];
  await pool.query("ALTER TABLE outbox.mails RENAME TO mails_away");
  let interruptedAnswer: Awaited<ReturnType<typeof share>>;
  try {
    interruptedAnswer = await share({ share_recipients: [to] }, key);
  } finally {
    await pool.query("ALTER TABLE outbox.mails_away RENAME TO mails");
  }
  expect(interruptedAnswer.status).toBeGreaterThanOrEqual(500);
  expect((await share({ share_recipients: [to] }, key)).status).toBe(204);
  await waitForMail(daybook.platform.config.dataFolder, to, "Deptford");
  const { rows } = await pool.query("SELECT FROM vault.shares WHERE recipients IS NOT NULL");
  expect(rows).toHaveLength(0);
  const activity = await person.call("listActivity");
  const kinds = activity.ok && activity.body.activities.map((item) => item.activity.kind);
  expect(kinds && kinds.filter((kind) => kind === "share")).toHaveLength(1);
});

describe("a share is refused", () => {
  it.each([
    [["me@example.com", "nobody", "also no@address"], /nobody, also no@address/],
    ["", /Add at least one/],
    [[], /Add at least one/],
    [Array.from({ length: 21 }, (_, n) => `a${n}@example.com`), /At most 20/],
  ])("for the recipients %j, with a sentence that names them", async (share_recipients, sentence) => {
    const answer = await share({ share_recipients });
    expect([answer.status, !answer.ok && answer.body.code]).toEqual([422, "invalid"]);
    expect(!answer.ok && answer.body.fields?.["share_recipients"]).toMatch(sentence);
  });

  it("if the message is too long, or if it names no way to share", async () => {
    const share_recipients = [newFriendEmail()];
    expect((await share({ share_recipients, share_message: "x".repeat(2_001) })).status).toBe(422);
    expect((await share({ share_recipients, email_share: false as never })).status).toBe(422);
    expect(await readMailsTo(share_recipients[0]!)).toEqual([]);
  });

  it("above 100 addresses a day, while a smaller share is still sent", async () => {
    const manyFriends = (n: number) => Array.from({ length: n }, newFriendEmail);
    for (let n = 0; n < 4; n++) expect((await share({ share_recipients: manyFriends(20) })).status).toBe(204);
    expect((await share({ share_recipients: manyFriends(15) })).status).toBe(204);
    const refusedAnswer = await share({ share_recipients: manyFriends(6) });
    expect([refusedAnswer.status, !refusedAnswer.ok && refusedAnswer.body.code]).toEqual([
      429,
      "rate_limited",
    ]);
    expect((await share({ share_recipients: manyFriends(5) })).status).toBe(204);
    expect((await share({ share_recipients: manyFriends(1) })).status).toBe(429);
  });
});
