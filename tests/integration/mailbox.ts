import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A mail in the outbox folder. */
export type FoundMail = {
  readonly file: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

/** Decodes quoted-printable, so that links are in one piece. */
function decode(raw: string): string {
  const joined = raw.replace(/=\r?\n/g, "");
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");
}

const headerOf = (text: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, "mi").exec(text)?.[1]?.trim() ?? "";

/** All mails in a data folder, oldest first. */
export async function mailsIn(dataFolder: string): Promise<FoundMail[]> {
  const folder = join(dataFolder, "outbox");
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  files.sort((a, b) => a.localeCompare(b));
  return Promise.all(
    files.map(async (file) => {
      const text = decode(await readFile(join(folder, file), "utf8"));
      return { file, to: headerOf(text, "To"), subject: headerOf(text, "Subject"), text };
    }),
  );
}

/** The newest mail to an address that contains `part`. Waits for it, because mail is sent in the background. */
export async function mailTo(dataFolder: string, address: string, part: string): Promise<FoundMail> {
  for (let tries = 0; tries < 1_200; tries++) {
    const mails = await mailsIn(dataFolder);
    const mail = mails.findLast(({ to, text }) => to.includes(address) && text.includes(part));
    if (mail) return mail;
    await sleep(50);
  }
  throw new Error(`no mail with ${part}`);
}
