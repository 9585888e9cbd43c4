import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A mail in the outbox folder. */
export type StoredMail = {
  readonly to: string;
  readonly subject: string;
  /** The whole mail with its headers, decoded. */
  readonly text: string;
};

/** Decodes quoted-printable, so that links are in one piece. */
function decode(raw: string): string {
  const unfoldedText = raw.replace(/=\r?\n/g, "");
  return Buffer.from(
    unfoldedText.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    "latin1",
  ).toString("utf8");
}

const headerOf = (text: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, "mi").exec(text)?.[1]?.trim() ?? "";

/** All mails in a data folder, oldest first; those of one second by template. */
export async function readMails(dataFolder: string): Promise<StoredMail[]> {
  const folder = join(dataFolder, "outbox");
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  files.sort((a, b) => a.localeCompare(b));
  return Promise.all(
    files.map(async (file) => {
      const text = decode(await readFile(join(folder, file), "utf8"));
      return { to: headerOf(text, "To"), subject: headerOf(text, "Subject"), text };
    }),
  );
}

/** Waits for a mail to this address with this text in it, and returns the newest such mail. Mail is sent in the background. */
export async function waitForMail(
  dataFolder: string,
  address: string,
  textPart: string,
): Promise<StoredMail> {
  for (let tries = 0; tries < 1_200; tries++) {
    const mails = await readMails(dataFolder);
    const mail = mails.findLast(({ to, text }) => to.includes(address) && text.includes(textPart));
    if (mail) return mail;
    await sleep(50);
  }
  throw new Error(`no mail with ${textPart}`);
}
