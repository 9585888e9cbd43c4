import { chmod, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, syncFolder, writeFileDurably } from "../embedded/durable-file.ts";
import { batched } from "../postgres/batched.ts";
import { toMessage } from "./message.ts";
import { MailDelayed, type MailTransport, type OutgoingMail } from "./transport.ts";

/** Also matches a file that a crash left half written. */
const fileOfMail = /-(\d+)\.eml(\.[\w-]+\.tmp)?$/;

/** The name contains the time of the request, so a mail that is sent twice is one file. */
function fileNameOf({ at, template, id }: OutgoingMail): string {
  const time = new Date(at).toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");
  return `${time}-${template}-${id}.eml`;
}

/**
 * Writes each mail to a folder, as a file that mail programs can open. Used when no mail server is configured. Only the operating
 * system user that runs Daybook can read the folder.
 */
export function createEmlFolder(folder: string): MailTransport {
  /** Concurrent mails share one creation and one flush of the folder. */
  const makeFolder = batched(async (mails: readonly OutgoingMail[]) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    return mails.map(() => undefined);
  });
  const flushFolder = batched(async (paths: readonly string[]) => {
    await syncFolder(folder);
    return paths.map(() => undefined);
  });

  return {
    concurrency: 20,
    claimSize: 100,
    async send(mail) {
      // Loaded with the first mail, because loading it at the start would slow down the start.
      const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
      const content = await new MailComposer(toMessage(mail)).compile().build();
      try {
        await makeFolder(mail);
        await writeFileDurably(join(folder, fileNameOf(mail)), content, 0o600, flushFolder);
      } catch (error) {
        throw new MailDelayed(`folder_${(errorCode(error) ?? "failed").toLowerCase()}`);
      }
    },

    async remove(mailIds) {
      const idTexts = new Set(mailIds.map(String));
      const names = await readdir(folder).catch((error: unknown) => {
        if (errorCode(error) === "ENOENT") return [];
        throw error;
      });
      for (const name of names) {
        const id = fileOfMail.exec(name)?.[1];
        if (id !== undefined && idTexts.has(id)) await rm(join(folder, name), { force: true });
      }
    },
  };
}
