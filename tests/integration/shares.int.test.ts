import { shareByEmail } from "@daybook/application/sharing/share-by-email";
import { finishInterruptedJob } from "@daybook/application/jobs/finish-interrupted";
import { withApplication } from "@daybook/bin/entry/with-application";
import { randomUUID } from "node:crypto";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { createAccount } from "./account-steps.ts";
import { contextOf } from "./call-context.ts";
import { waitForMail } from "./mailbox.ts";
import { firstJournalIdOf } from "./people.ts";
import { openSecondApplication } from "./second-application.ts";
import { newFriendEmail, password, useSharer } from "./share-steps.ts";

const { setup, share, readMailsTo, waitForSentShares } = useSharer();

describe("sharing by e-mail", () => {
  it("a shared entry arrives with its text, the sender's name and the message", async () => {
    const to = newFriendEmail();
    expect(
      (await share({ share_recipients: to, share_message: "Read <this>.", email_share: true })).status,
    ).toBe(204);
    const { text, subject } = await waitForMail(setup.daybook.platform.config.dataFolder, to, "Deptford");
    expect(subject).toBe("Someone shared a journal page with you");
    expect(text).toContain("Samuel writes a journal with Daybook");
    expect(text).toContain("> Read <this>.");
    expect(text).toContain("Read &lt;this&gt;.");
    expect(text).toContain("By water");
    expect(text).toContain("Sun. 1/11/1660");
    expect(text).toContain("<strong>Deptford</strong> &amp; home");
    expect(text).not.toContain(setup.email);
    expect(text).not.toMatch(/^Reply-To:/im);
  });

  it("a share goes only once to an address in upper and lower case, and a repeated command sends nothing", async () => {
    const [firstFriend, secondFriend] = [newFriendEmail(), newFriendEmail()];
    const body = { share_recipients: `${firstFriend}; ${secondFriend},\n${firstFriend.toUpperCase()}` };
    const key = randomUUID();
    const answers = await Promise.all([share(body, key), share(body, key)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect((await share(body, key)).status).toBe(204);
    await waitForSentShares();
    expect([(await readMailsTo(firstFriend)).length, (await readMailsTo(secondFriend)).length]).toEqual([
      1, 1,
    ]);
    // No recipient sees the address of another one.
    expect((await readMailsTo(secondFriend))[0]?.text).not.toContain(firstFriend);
  });

  it("a share is in the activity list, and its event has the number of addresses", async () => {
    await share({ share_recipients: [newFriendEmail()] });
    const activity = await setup.person.call("listActivity");
    expect(activity.ok && activity.body.activities[0]?.activity.kind).toBe("share");
    const { rows } = await setup.daybook.platform.pools.durable.query<{ data: { recipients: number } }>(
      "SELECT data FROM eventstore.events WHERE type = 'EntryShared' ORDER BY position DESC LIMIT 1",
    );
    expect(rows[0]?.data.recipients).toBe(1);
  });

  it("a share is not sent to people who opted out, and the sender does not learn about the opt-out", async () => {
    const to = newFriendEmail();
    const otherClient = remoteDaybook(setup.daybook.url);
    await otherClient.logInOrSignUp({ email: to, password });
    await otherClient.call("changeNotifications", { body: { receive_shares: false, share_level: 64 } });
    const willingFriend = newFriendEmail();
    expect((await share({ share_recipients: [to.toUpperCase(), willingFriend] })).status).toBe(204);
    await waitForMail(setup.daybook.platform.config.dataFolder, willingFriend, "Deptford");
    await waitForSentShares();
    expect((await readMailsTo(to)).filter(({ text }) => text.includes("Deptford"))).toEqual([]);
  });
});

describe("entries that cannot be shared", () => {
  it("a locked entry cannot be shared, even with its lock open, and an earlier interrupted share is not sent", async () => {
    const secret = "the key of the closet";
    const lockPasswords = { plain_password: secret, retype_password: secret };
    const lock = { lock: true, ...lockPasswords, password_hint: "where the linen is" };
    const to = newFriendEmail();
    const pool = setup.daybook.platform.pools.durable;
    await pool.query("ALTER TABLE outbox.mails RENAME TO mails_away");
    try {
      expect((await share({ share_recipients: [to] })).status).toBeGreaterThanOrEqual(500);
    } finally {
      await pool.query("ALTER TABLE outbox.mails_away RENAME TO mails");
    }
    expect((await setup.person.call("updateEntry", { params: setup.params, body: lock })).status).toBe(200);
    expect((await share({ share_recipients: [to] })).status).toBe(423);
    const body = { unlock: true, plain_password: secret };
    expect((await setup.person.call("updateEntry", { params: setup.params, body })).status).toBe(200);
    const refusedAnswer = await share({ share_recipients: [to] });
    expect([refusedAnswer.status, !refusedAnswer.ok && refusedAnswer.body.error]).toEqual([
      423,
      "A locked entry cannot be shared by e-mail. Remove its lock first.",
    ]);
    // So the client knows that the page may stay open.
    expect(refusedAnswer.body).toMatchObject({ locked: "entry", is_unlocked: true });
    // The job that finishes interrupted work drops the share that was not mailed.
    await withApplication(setup.daybook.platform.config, (app) =>
      finishInterruptedJob.run(app, new AbortController().signal),
    );
    expect((await pool.query("SELECT FROM vault.shares WHERE recipients IS NOT NULL")).rows).toHaveLength(0);
    expect(await readMailsTo(to)).toEqual([]);
  });

  it("an entry in the trash, or an erased one, cannot be shared", async () => {
    const { journalId, entryId } = setup.params;
    const body = { entry_ids: [Number(entryId)] };
    await setup.person.call("deleteEntries", { params: { journalId }, body });
    const trashedAnswer = await share({ share_recipients: [newFriendEmail()] });
    expect([trashedAnswer.status, !trashedAnswer.ok && trashedAnswer.body.code]).toEqual([
      422,
      "entry_trashed",
    ]);
    await setup.person.call("deleteEntries", { params: { journalId }, body: { ...body, permanent: true } });
    expect((await share({ share_recipients: [newFriendEmail()] })).status).toBe(404);
  });
});

it("a repeated command finishes an interrupted share, and the activity list shows it once", async () => {
  const pool = setup.daybook.platform.pools.durable;
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
  await waitForMail(setup.daybook.platform.config.dataFolder, to, "Deptford");
  const { rows } = await pool.query("SELECT FROM vault.shares WHERE recipients IS NOT NULL");
  expect(rows).toHaveLength(0);
  const activity = await setup.person.call("listActivity");
  const kinds = activity.ok && activity.body.activities.map((item) => item.activity.kind);
  expect(kinds && kinds.filter((kind) => kind === "share")).toHaveLength(1);
});

it("when another person's share already has the id, a share gets another id and sends its own entry", async () => {
  ok(await share({ share_recipients: [newFriendEmail()] }));
  const pool = setup.daybook.platform.pools.durable;
  const { rows } = await pool.query<{ id: number }>("SELECT id FROM vault.shares WHERE entry_id = $1", [
    setup.params.entryId,
  ]);
  const { person } = await createAccount(setup.daybook);
  const journalId = await firstJournalIdOf(person);
  const body = { title: "Elsewhere", richtext_body: "<p>To Woolwich</p>" };
  const { entry } = ok(await person.call("createEntry", { params: { journalId }, body }));
  const app = await openSecondApplication(setup.daybook.platform);
  const context = contextOf(app, person.session?.user.id ?? 0);
  const command = { ...context.command, ids: [rows[0]!.id, app.newId()] as const };
  const [path, to] = [{ journalId: Number(journalId), entryId: entry.id }, newFriendEmail()];
  const form = { recipients: [to], message: "" };
  expect(await shareByEmail(app, { ...context, command }, path, form)).toBeNull();
  const repeat = { ...context, command: { ...command, repeated: true } };
  expect(await shareByEmail(app, repeat, path, form)).toBeNull();
  app.waiter.close();
  const { text } = await waitForMail(setup.daybook.platform.config.dataFolder, to, "journal page");
  expect(text).toContain("Woolwich");
  await waitForSentShares();
  expect(await readMailsTo(to)).toHaveLength(1);
});

describe("refused shares", () => {
  it.each([
    [["me@example.com", "nobody", "also no@address"], /nobody, also no@address/],
    ["", /Add at least one/],
    [[], /Add at least one/],
    [Array.from({ length: 21 }, (_, n) => `a${n}@example.com`), /At most 20/],
  ])(
    "a share for the recipients %j is refused with a message that says what is wrong",
    async (share_recipients, sentence) => {
      const answer = await share({ share_recipients });
      expect([answer.status, !answer.ok && answer.body.code]).toEqual([422, "invalid"]);
      expect(!answer.ok && answer.body.fields?.["share_recipients"]).toMatch(sentence);
    },
  );

  it("a share is refused if its message is too long, or if `email_share` is false", async () => {
    const share_recipients = [newFriendEmail()];
    expect((await share({ share_recipients, share_message: "x".repeat(2_001) })).status).toBe(422);
    expect((await share({ share_recipients, email_share: false as never })).status).toBe(422);
    expect(await readMailsTo(share_recipients[0]!)).toEqual([]);
  });

  it("a share above 100 addresses a day is refused, but a smaller share up to that limit is accepted", async () => {
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
