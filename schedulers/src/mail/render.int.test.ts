import { inlineTextWork } from "@daybook/application/texts/text-work";
import { randomBytes } from "node:crypto";
import { maxReminderDelayMs } from "@daybook/domain/reminder/rule";
import type { MailContent } from "@daybook/platform/mail/mail";
import type { ClaimedMail } from "@daybook/platform/mail/outbox";
import { sealRecipient } from "@daybook/platform/mail/recipient";
import { migrate } from "@daybook/platform/postgres/migrate";
import { CannotOpen } from "@daybook/platform/vault/authenticated-cipher";
import { createKeyVault, type KeyVault } from "@daybook/platform/vault/key-vault";
import { createLinks } from "@daybook/platform/identity/links";
import { vaultMigrations } from "@daybook/platform/vault/migrations";
import { createCredentials } from "@daybook/platform/identity/credentials";
import { seal } from "@daybook/platform/vault/seal";
import { createShares } from "@daybook/platform/sharing/shares";
import { sharingMigrations } from "@daybook/platform/sharing/migrations";
import { accountById } from "@daybook/read-models/queries/accounts";
import { journalsByIds } from "@daybook/read-models/queries/journals";
import { tables } from "@daybook/read-models/tables";
import { insertRows } from "@daybook/read-models/testing/insert-rows";
import { createReadModelDatabase } from "@daybook/read-models/testing/read-model-database";
import { accountRow, journalRow } from "@daybook/read-models/testing/sample-rows";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LookBackText } from "@daybook/application/looking-glass/read-look-back";
import { createRender } from "./render.ts";

const masterKey = randomBytes(32);
let database: Awaited<ReturnType<typeof createReadModelDatabase>>;
let vault: KeyVault;
let links: ReturnType<typeof createLinks>;
const lookBacks = new Map<number, LookBackText | "later">();
let credentials: ReturnType<typeof createCredentials>;
let render: ReturnType<typeof createRender>;

beforeAll(async () => {
  database = await createReadModelDatabase();
  const { pool } = database;
  await migrate(pool, [...vaultMigrations, ...sharingMigrations]);
  vault = createKeyVault({ pool, masterKey });
  const clock = { now: () => 0 };
  links = createLinks({ pool, masterKey, clock });
  credentials = createCredentials({ pool, clock });
  render = createRender({
    db: pool,
    accountById: (id) => accountById(pool, id),
    vault,
    links,
    shares: createShares({ pool }),
    credentials,
    readReceipt: () => Promise.resolve("gone"),
    readRenewalMail: () => Promise.resolve("gone"),
    readLookBack: ({ entryId }) => Promise.resolve(lookBacks.get(entryId) ?? "gone"),
    masterKey,
    clock,
    journalById: async (id) => (await journalsByIds(pool, [id], new Date(0).toISOString()))[0] ?? null,
    journalOfReminder: async ({ journalId, reminderId }) => (reminderId === 3 ? journalId : null),
    userSlugOf: (userId) => `slug-${userId}`,
    texts: inlineTextWork,
    publicUrl: "https://diary.example.org",
    from: "Daybook <daybook@example.org>",
  });
  await createAccount(1);
  await credentials.create({ userId: 1, emailHash: "hash", passwordHash: "hash" });
  const forMs = 1_000;
  await links.create({ id: 5, userId: 1, purpose: "login", forMs });
  await links.create({ id: 6, userId: 1, purpose: "reset_password", forMs });
  await links.create({ id: 7, userId: 1, purpose: "confirm_email", forMs });
});

afterAll(() => database.close());

async function createAccount(id: number): Promise<void> {
  const key = await vault.create(`account-${id}`, null);
  const sealed = <const L extends string>(label: L, text: string) => seal(key, `account-${id}`, label, text);
  await insertRows(database.pool, tables.accounts, [
    accountRow({
      id,
      email: sealed("account.email", "samuel@example.org"),
      firstName: sealed("account.first_name", "Samuel"),
    }),
  ]);
}

const claimedMail = (content: MailContent, fields: Partial<ClaimedMail> = {}): ClaimedMail => ({
  id: 7,
  userId: 1,
  recipient: null,
  enqueuedAt: 1000,
  claim: 1,
  ...content,
  ...fields,
});

const loginLink: MailContent = { template: "login_link", params: { linkId: 5 } };

async function renderReady(mail: ClaimedMail) {
  const rendered = await render(mail);
  if (rendered.kind !== "ready") throw new Error(rendered.kind);
  return rendered.mail;
}

test("the recipient's name and address and the link token are filled in when a mail is sent", async () => {
  const mail = await renderReady(claimedMail(loginLink));
  expect({ ...mail, subject: "", text: "", html: "" }).toEqual({
    id: 7,
    template: "login_link",
    at: 1000,
    from: "Daybook <daybook@example.org>",
    to: "samuel@example.org",
    messageId: "<mail-7@diary.example.org>",
    subject: "",
    text: "",
    html: "",
  });
  expect(mail.text).toContain("Dear Samuel,");
  expect(mail.text).toContain(`https://diary.example.org/app/auto-login/5?c=${links.tokenOf(5, "login")}\n`);
});

test("the link in a password-reset mail contains a reset token and the e-mail address", async () => {
  const { text } = await renderReady(claimedMail({ template: "password_code", params: { linkId: 6 } }));
  const token = links.tokenOf(6, "reset_password");
  expect(text).toContain(`forgot-password-confirmation?code=${token}&email=samuel%40example.org\n`);
});

test("the mail to confirm a new address goes to its sealed recipient, or without one to the pending address", async () => {
  const content: MailContent = { template: "confirm_email", params: { linkId: 7 } };
  expect(await render(claimedMail(content))).toEqual({ kind: "later", code: "address_not_ready" });
  const key = await vault.openKey("account-1");
  const pendingAddress = seal(key!, "account-1", "account.email", "sam@example.net");
  await database.pool.query("UPDATE read_models.accounts SET pending_email = $1 WHERE id = 1", [
    pendingAddress,
  ]);
  const mail = await renderReady(claimedMail(content));
  expect(mail.to).toBe("sam@example.net");
  expect(mail.text).toContain(`confirm-email?token=${links.tokenOf(7, "confirm_email")}\n`);
  const recipient = sealRecipient(masterKey, 7, { address: "earlier@example.net", firstName: "Sam" });
  expect((await renderReady(claimedMail(content, { recipient }))).to).toBe("earlier@example.net");
  await links.revokeAll(1, ["confirm_email"]);
  expect(await render(claimedMail(content, { recipient }))).toEqual({ kind: "gone" });
});

test.each([
  ["login", { template: "login_link", params: { linkId: 11 } }],
  ["reset_password", { template: "password_code", params: { linkId: 12 } }],
  ["unlock journal-8", { template: "unlock_link", params: { linkId: 13, journalId: 8, entryId: null } }],
  ["unlock entry-9", { template: "unlock_link", params: { linkId: 14, journalId: 8, entryId: 9 } }],
] as const)("a mail with a link to %s is dropped when the link has expired", async (purpose, content) => {
  const link = { id: content.params.linkId, userId: 1, purpose };
  await links.create({ ...link, forMs: 1_000 });
  expect(await render(claimedMail(content))).toMatchObject({ kind: "ready" });
  await links.revokeAll(1, [purpose], 5);
  await links.create({ ...link, forMs: 0 });
  expect(await render(claimedMail(content))).toEqual({ kind: "gone" });
});

test("a sealed recipient replaces the account's address, and needs no account", async () => {
  const recipient = sealRecipient(masterKey, 7, { address: "old@example.org", firstName: "Sam" });
  const notice = await renderReady(
    claimedMail({ template: "email_change_notice", params: {} }, { recipient }),
  );
  expect(notice.to).toBe("old@example.org");
  const farewell: MailContent = { template: "account_deleted", params: {} };
  const mail = await renderReady(claimedMail(farewell, { recipient, userId: null }));
  expect([mail.to, mail.text.split("\n")[0]]).toEqual(["old@example.org", "Dear Sam,"]);
  await expect(render(claimedMail(farewell, { recipient, userId: null, id: 8 }))).rejects.toThrow(CannotOpen);
});

test("a mail waits while its account has a key but no row in the read model, and is dropped without a key", async () => {
  await vault.create("account-2", null);
  expect(await render(claimedMail(loginLink, { userId: 2 }))).toEqual({
    kind: "later",
    code: "account_not_ready",
  });
  expect(await render(claimedMail(loginLink, { userId: 3 }))).toEqual({ kind: "gone" });
  expect(await render(claimedMail(loginLink, { userId: null }))).toEqual({ kind: "gone" });
});

test("a reminder can be stopped with one click; it is dropped after it was stopped, when it is too late, and when its journal is erased", async () => {
  const key = await vault.create("journal-8", "account-1");
  await insertRows(database.pool, tables.journals, [
    journalRow({ id: 8, name: seal(key, "journal-8", "journal.name", "By water") }),
  ]);
  const reminder = (reminderId: number, journalId = 8, dueAt?: number): ClaimedMail =>
    claimedMail({ template: "reminder", params: { journalId, reminderId, localDate: "2026-11-22", dueAt } });
  const mail = await renderReady(reminder(3));
  expect(mail.listUnsubscribe).toBe("https://diary.example.org/app/disable-reminder/3/slug-1");
  expect(mail.text).toContain("your journal “By water”");
  expect((await renderReady(reminder(3))).text).toBe(mail.text);
  expect(await render(reminder(4))).toEqual({ kind: "gone" });
  expect(await render(reminder(3, 8, -maxReminderDelayMs))).toMatchObject({ kind: "ready" });
  expect(await render(reminder(3, 8, -maxReminderDelayMs - 1))).toEqual({ kind: "gone" });
  expect(await render(reminder(3, 9))).toEqual({ kind: "gone" });
  await vault.create("journal-9", "account-1");
  expect(await render(reminder(3, 9))).toEqual({ kind: "later", code: "content_not_ready" });
});

const lookBack = (entryId: number): MailContent => ({
  template: "look_back",
  params: { entryId, localDate: "2026-11-22", dueAt: 1, isFirst: false },
});

test("a look-back is rendered from what may be shown now, and can be stopped with one click", async () => {
  const paths = {
    stopPath: "/app/disable-lookingglass/slug",
    excludePath: "/app/exclude-lookingglass/9/slug",
  };
  const entry = { journalId: 8, entryId: 9, title: "By water" };
  lookBacks.set(9, { ...entry, ...paths, date: "January 11, 1660", age: "366 years ago" });
  lookBacks.set(10, "later");
  const mail = await renderReady(claimedMail(lookBack(9)));
  expect(mail.text).toContain("366 years ago, on January 11, 1660, you wrote “By water”.");
  expect(mail.listUnsubscribe).toBe("https://diary.example.org/app/disable-lookingglass/slug");
  expect(await render(claimedMail(lookBack(10)))).toEqual({ kind: "later", code: "content_not_ready" });
  expect(await render(claimedMail(lookBack(11)))).toEqual({ kind: "gone" });
});

test("mails with a template or parameters from another version of Daybook are not rendered", async () => {
  expect(await render({ ...claimedMail(loginLink), template: "birthday" })).toEqual({ kind: "unknown" });
  expect(await render({ ...claimedMail(loginLink), template: "toString" })).toEqual({ kind: "unknown" });
  expect(await render({ ...claimedMail(loginLink), params: { linkId: "5" } })).toEqual({ kind: "unknown" });
});
