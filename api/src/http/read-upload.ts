import { createHash } from "node:crypto";
import { bounds } from "@daybook/domain/contract/bounds";
import type { Context } from "koa";
import { refuse } from "./api-error.ts";
import type { BodyShare } from "./body-budget.ts";
import { createFormReader } from "./form-reader.ts";
import { noBody, type RequestBody } from "./read-body.ts";
import { readChunks } from "./read-chunks.ts";

/** Space for the headers of the file's part, and for other small fields. */
const maxOtherBytes = 64 * 1024;
const tooLargeMessage = "A picture may have at most 20 MB.";

/** Reads a form with a file of at most 20 MB. A request without a body counts as a form without a file. */
export async function readUpload(ctx: Context, field: string, share: BodyShare): Promise<RequestBody> {
  const form = createFormReader(ctx.get("Content-Type"), field);
  const digests = { sha256: createHash("sha256"), sha1: createHash("sha1") };
  const rules = { limit: bounds.photoBytes + maxOtherBytes, tooLargeMessage, share };
  const receivedBytes = await readChunks(ctx.req, rules, (chunk) => {
    digests.sha256.update(chunk);
    digests.sha1.update(chunk);
    form?.write(chunk);
  });
  if (receivedBytes === 0) return noBody;
  if (!form) refuse("unsupported_media", "Send this as multipart/form-data.");
  const file = await form.end();
  if (file && file.length > bounds.photoBytes) refuse("too_large", tooLargeMessage);
  const hash: RequestBody["hash"] = (algorithm) => digests[algorithm].copy().digest("base64");
  return file ? { hash, parsed: { [field]: file }, fingerprintInput: file } : { ...noBody, hash };
}
