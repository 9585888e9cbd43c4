import type { Config } from "../config.ts";
import type { DataFolder } from "../embedded/data-folder.ts";
import { createEmlFolder } from "./eml-folder.ts";
import { createSmtp } from "./smtp.ts";
import type { MailTransport } from "./transport.ts";

/** Opens the configured transport: a mail server, or files in the data folder. */
export function openMailTransport(deps: {
  config: Pick<Config, "smtpUrl">;
  dataFolder: Pick<DataFolder, "outbox">;
}): MailTransport {
  const { config, dataFolder } = deps;
  return config.smtpUrl === undefined ? createEmlFolder(dataFolder.outbox) : createSmtp(config.smtpUrl);
}
