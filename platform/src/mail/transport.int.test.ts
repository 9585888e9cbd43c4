import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startSmtpServer, type TestSmtpServer } from "../testing/smtp-server.ts";
import { createEmlFolder } from "./eml-folder.ts";
import { createSmtp } from "./smtp.ts";
import { MailDelayed, MailRefused, type OutgoingMail } from "./transport.ts";
import { sampleMail, describeTransportContract, type TransportUnderTest } from "./transport-contract.ts";

const mail = sampleMail();
const mailFileName = fileNameOf(mail);

function fileNameOf({ id }: OutgoingMail): string {
  return `20261120T090507Z-welcome-${id}.eml`;
}

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
  server.acceptAll();
});

type Adapter = TransportUnderTest & { breakTransport: () => Promise<void> };

const adapters: Record<string, Adapter> = {
  "The folder of .eml files": {
    open: () => createEmlFolder(folder),
    read: (sentMail) => readFile(join(folder, fileNameOf(sentMail)), "utf8"),
    breakTransport: () => writeFile(folder, "a file where the folder should be"),
  },
  SMTP: {
    open: () => createSmtp(server.url),
    read: async ({ messageId }) => {
      const receivedMail = server.acceptedMails.findLast(({ data }) => data.includes(messageId));
      if (!receivedMail) throw new Error("it did not arrive");
      return receivedMail.data;
    },
    breakTransport: () => Promise.resolve(server.setReply("connect", null)),
  },
};

for (const [name, adapter] of Object.entries(adapters)) describeTransportContract(name, adapter);

test.each(Object.entries(adapters))(
  "%s delays mails while it is broken, with errors that do not contain the address, and works again afterwards",
  async (_, { open, read, breakTransport }) => {
    await breakTransport();
    const transport = open();
    const error = await transport.send(mail).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(MailDelayed);
    expect(String(error)).not.toContain("samuel");
    await rm(folder, { recursive: true, force: true });
    server.acceptAll();
    await transport.send(mail);
    expect(await read(mail)).toContain(`Message-ID: ${mail.messageId}`);
  },
);

describe(".eml files", () => {
  test("the folder of .eml files is readable only by its owner, and a mail sent twice is one file", async () => {
    const transport = createEmlFolder(folder);
    await transport.send(mail);
    await chmod(folder, 0o755);
    await transport.send(mail);
    expect(await readdir(folder)).toEqual([mailFileName]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, mailFileName))).mode & 0o777).toBe(0o600);
  });

  test("the folder of .eml files deletes only the given mails, half-written ones too", async () => {
    const transport = createEmlFolder(folder);
    await transport.remove([7]);
    await transport.send(mail);
    await transport.send({ ...mail, id: 77 });
    await writeFile(join(folder, `${mailFileName}.1f-2e.tmp`), "half");
    await transport.remove([7]);
    expect(await readdir(folder)).toEqual(["20261120T090507Z-welcome-77.eml"]);
  });
});

describe("answers of a mail server", () => {
  test.each([
    ["RCPT", "550 no such user samuel@example.org", MailRefused, "smtp_550"],
    [".", "554 looks like spam", MailRefused, "smtp_554"],
    ["RCPT", "451 later", MailDelayed, "smtp_451"],
    ["RCPT", "530 log in first", MailDelayed, "smtp_530"],
    ["MAIL", "553 we do not know this sender", MailDelayed, "smtp_553"],
    ["connect", "554 no", MailDelayed, "smtp_554"],
    [".", "452 disk full", MailDelayed, "smtp_452"],
    ["DATA", null, MailDelayed, "smtp_econnection"],
  ] as const)(
    "the answer of a mail server to %s decides whether a mail is refused or delayed: %s",
    async (command, reply, errorClass, code) => {
      server.setReply(command, reply);
      const error = await createSmtp(server.url)
        .send(mail)
        .catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(errorClass);
      expect(error).toHaveProperty("code", code);
      expect(String(error)).not.toContain("samuel");
    },
  );

  test("a wrong password for the mail server delays a mail", async () => {
    server.setReply("EHLO", "250-test\r\n250 AUTH PLAIN");
    server.setReply("AUTH", "535 wrong");
    const error = await createSmtp(server.url.replace("//", "//user:secret@"))
      .send(mail)
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(MailDelayed);
    expect(error).toHaveProperty("code", "smtp_535");
  });
});
