import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startSmtpServer, type TestSmtpServer } from "../testing/smtp-server.ts";
import { createEmlFolder } from "./eml-folder.ts";
import { createSmtp } from "./smtp.ts";
import { MailDelayed, MailRefused, type MailTransport, type OutgoingMail } from "./transport.ts";

const mail: OutgoingMail = {
  id: 7,
  template: "welcome",
  at: Date.UTC(2026, 10, 20, 9, 5, 7),
  from: "Daybook <daybook@localhost>",
  to: "samuel@example.org",
  subject: "Grüße – welcome",
  text: "Dear Samuel,\nwelcome.\n.\nA line with one dot is above. Ünïcode.",
  html: "<p>Dear Samuel</p>",
  messageId: "<7@daybook.example>",
};
const folderMail = "20261120T090507Z-welcome-7.eml";

let root: string;
let folder: string;
let server: TestSmtpServer;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-mail-"));
  server = await startSmtpServer();
});

afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

beforeEach(async () => {
  folder = join(root, "outbox");
  await rm(folder, { recursive: true, force: true });
  server.behave();
});

type Adapter = { open: () => MailTransport; newest: () => Promise<string>; breakIt: () => Promise<void> };

const adapters: Record<string, Adapter> = {
  "eml folder": {
    open: () => createEmlFolder(folder),
    newest: () => readFile(join(folder, folderMail), "utf8"),
    breakIt: () => writeFile(folder, "a file where the folder should be"),
  },
  smtp: {
    open: () => createSmtp(server.url),
    newest: () => Promise.resolve(server.received.at(-1)!.data),
    breakIt: () => Promise.resolve(server.answer("connect", null)),
  },
};

describe.each(Object.entries(adapters))("the contract of a mail transport: %s", (_, adapter) => {
  test("a mail arrives with both its twins, its sender and its message id", async () => {
    await adapter.open().send({ ...mail, listUnsubscribe: "https://daybook.example/off" });
    const raw = await adapter.newest();
    const headers = raw.split("\r\n\r\n")[0]!;
    expect(headers).toContain("From: Daybook <daybook@localhost>");
    expect(headers).toContain("To: samuel@example.org");
    expect(headers).toContain("Message-ID: <7@daybook.example>");
    expect(headers).toContain("List-Unsubscribe: <https://daybook.example/off>");
    expect(headers).toMatch(/Subject: =\?UTF-8\?/);
    expect(headers).toContain("Date: Fri, 20 Nov 2026 09:05:07 +0000");
    expect(headers).toContain("multipart/alternative");
    expect(raw).toMatch(/text\/plain[^]*A line with one dot is above\. =C3=9Cn[^]*text\/html/);
    expect(raw).toMatch(/\r\n\.\r\nA line with one dot/);
  });

  test("line breaks in a subject or an address make no header", async () => {
    const attempt = adapter.open().send({ ...mail, subject: "a\r\nBcc: eve@example.org" });
    await attempt;
    expect(await adapter.newest()).not.toMatch(/^Bcc:/m);
    await adapter
      .open()
      .send({ ...mail, to: "samuel@example.org\r\nBcc: eve@example.org" })
      .catch(() => undefined);
    expect(await adapter.newest()).not.toMatch(/^Bcc:/m);
  });

  test("what is broken delays, tells nothing of the mail, and works again afterwards", async () => {
    await adapter.breakIt();
    const transport = adapter.open();
    const error = await transport.send(mail).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(MailDelayed);
    expect(String(error)).not.toContain("samuel");
    await rm(folder, { recursive: true, force: true });
    server.behave();
    await transport.send(mail);
    expect(await adapter.newest()).toContain("Message-ID: <7@daybook.example>");
  });

  test("several mails at once arrive each", async () => {
    const transport = adapter.open();
    await Promise.all([7, 8, 9].map((id) => transport.send({ ...mail, id, messageId: `<${id}@x>` })));
    await expect(transport.remove([7, 8, 9])).resolves.toBeUndefined();
  });
});

describe("the folder of .eml files", () => {
  test("is for its owner only, and a mail sent twice is one file", async () => {
    const transport = createEmlFolder(folder);
    await transport.send(mail);
    await chmod(folder, 0o755);
    await transport.send(mail);
    expect(await readdir(folder)).toEqual([folderMail]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, folderMail))).mode & 0o777).toBe(0o600);
  });

  test("forgets the mails it is asked to, half-written ones too, and no other", async () => {
    const transport = createEmlFolder(folder);
    await transport.remove([7]);
    await transport.send(mail);
    await transport.send({ ...mail, id: 77 });
    await writeFile(join(folder, `${folderMail}.1f-2e.tmp`), "half");
    await transport.remove([7]);
    expect(await readdir(folder)).toEqual(["20261120T090507Z-welcome-77.eml"]);
  });
});

describe("a mail server's answers", () => {
  test.each([
    ["RCPT", "550 no such user samuel@example.org", MailRefused, "smtp_550"],
    [".", "554 looks like spam", MailRefused, "smtp_554"],
    ["RCPT", "451 later", MailDelayed, "smtp_451"],
    ["RCPT", "530 log in first", MailDelayed, "smtp_530"],
    ["MAIL", "553 we do not know this sender", MailDelayed, "smtp_553"],
    ["connect", "554 no", MailDelayed, "smtp_554"],
    [".", "452 disk full", MailDelayed, "smtp_452"],
    ["DATA", null, MailDelayed, "smtp_econnection"],
  ] as const)("%s: %s", async (command, reply, kind, code) => {
    server.answer(command, reply);
    const error = await createSmtp(server.url)
      .send(mail)
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(kind);
    expect(error).toHaveProperty("code", code);
    expect(String(error)).not.toContain("samuel");
  });

  test("a wrong password delays", async () => {
    server.answer("EHLO", "250-test\r\n250 AUTH PLAIN");
    server.answer("AUTH", "535 wrong");
    const error = await createSmtp(server.url.replace("//", "//user:secret@"))
      .send(mail)
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(MailDelayed);
    expect(error).toHaveProperty("code", "smtp_535");
  });
});
