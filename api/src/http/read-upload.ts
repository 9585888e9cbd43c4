import { createHash } from "node:crypto";
import { bounds } from "@daybook/domain/contract/bounds";
import type { Context } from "koa";
import { ApiError, refuse } from "./api-error.ts";
import { createFormReader } from "./form-reader.ts";
import { noBody, type RequestBody } from "./read-body.ts";

/** Space for the headers of the file's part, and for other small fields. */
const maxOtherBytes = 64 * 1024;
const maxBytes = bounds.photoBytes + maxOtherBytes;

const tooLarge = (): never => refuse("too_large", "A picture may have at most 20 MB.");

/** Passes each chunk of a body to `take`, and returns the hash of the body; `null` when it is empty. */
async function readChunks(ctx: Context, take: (chunk: Buffer) => void): Promise<RequestBody["hash"] | null> {
  const digests = { sha256: createHash("sha256"), sha1: createHash("sha1") };
  let received = 0;
  try {
    // After a refusal the connection must stay open, because the reply is sent on it.
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > maxBytes) tooLarge();
      digests.sha256.update(chunk);
      digests.sha1.update(chunk);
      take(chunk);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    refuse("malformed", "The request ended before all of it had arrived.");
  }
  return received === 0 ? null : (algorithm) => digests[algorithm].copy().digest("base64");
}

/** Reads a form with a file of at most 20 MB, as a stream. A request without a body counts as a form without a file. */
export async function readUpload(ctx: Context, field: string): Promise<RequestBody> {
  if (Number(ctx.get("Content-Length")) > maxBytes) tooLarge();
  const form = createFormReader(ctx.get("Content-Type"), field);
  const hash = await readChunks(ctx, (chunk) => form?.write(chunk));
  if (hash === null) return noBody;
  if (!form) refuse("unsupported_media", "Send this as multipart/form-data.");
  const file = await form.end();
  if (file && file.length > bounds.photoBytes) tooLarge();
  return file ? { hash, json: { [field]: file }, fingerprintInput: file } : { ...noBody, hash };
}
