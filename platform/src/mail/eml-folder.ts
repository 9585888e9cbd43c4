import { chmod, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, writeFileDurably } from "../embedded/durable-file.ts";
import { toMessage } from "./message.ts";
import { MailDelayed, type MailTransport, type OutgoingMail } from "./transport.ts";

/** What a crash left half written counts as the mail's file too. */
const fileOfMail = /-(\d+)\.eml(\.[\w-]+\.tmp)?$/;

/** Named after when it was asked for, so that a mail sent twice is one file. */
function nameOf({ at, template, id }: OutgoingMail): string {
  const time = new Date(at).toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");
  return `${time}-${template}-${id}.eml`;
}

/**
 * Puts each mail into a folder, as a file that mail programs open. For a Daybook of one's own, which has no mail server:
 * the folder is as private as the data folder that it lies in.
 */
export function createEmlFolder(folder: string): MailTransport {
  return {
    async send(mail) {
      // Loaded with the first mail, since it takes a start longer than most starts need it.
      const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
      const content = await new MailComposer(toMessage(mail)).compile().build();
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await chmod(folder, 0o700);
        await writeFileDurably(join(folder, nameOf(mail)), content, 0o600);
      } catch (error) {
        throw new MailDelayed(`folder_${(errorCode(error) ?? "failed").toLowerCase()}`);
      }
    },

    async remove(mailIds) {
      const wanted = new Set(mailIds.map(String));
      const names = await readdir(folder).catch((error: unknown) => {
        if (errorCode(error) === "ENOENT") return [];
        throw error;
      });
      for (const name of names) {
        const id = fileOfMail.exec(name)?.[1];
        if (id !== undefined && wanted.has(id)) await rm(join(folder, name), { force: true });
      }
    },
  };
}
