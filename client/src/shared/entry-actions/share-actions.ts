import type { Api, ApiResult } from "../api-client.ts";
import { type EntryRef, entryParams } from "./entry-ref.ts";

/** Creates the public link of an entry. */
export function publishEntry(api: Api, entry: EntryRef): Promise<ApiResult<"publicLink">> {
  return api.call("publicLink", { params: entryParams(entry) });
}

/** Removes the public link of an entry. */
export function unpublishEntry(api: Api, entry: EntryRef): Promise<ApiResult<"unpublicLink">> {
  return api.call("unpublicLink", { params: entryParams(entry) });
}

/** Sends an entry by e-mail. @param idempotencyKey the same for each try: a repeat of a call that succeeded sends nothing */
export function emailEntry(
  api: Api,
  entry: EntryRef,
  { recipients, message }: { recipients: readonly string[]; message: string },
  idempotencyKey: string,
): Promise<ApiResult<"emailShare">> {
  const body = { share_recipients: [...recipients], share_message: message, email_share: true as const };
  return api.call("emailShare", { params: entryParams(entry), body }, { idempotencyKey });
}
