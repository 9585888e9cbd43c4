import { createHash } from "node:crypto";
import { bounds } from "@daybook/domain/contract/bounds";
import type { Context } from "koa";
import getRawBody from "raw-body";
import { refuse } from "./api-error.ts";

/** The hash algorithms for a body. The signature method decides which one the signature uses. */
export type BodyHash = "sha256" | "sha1";

/** A request's body. */
export type RequestBody = {
  /** The hash of the bytes as they were sent, base64. A signature covers it. */
  readonly hash: (algorithm: BodyHash) => string;
  readonly json: unknown;
  /** The bytes that identify a repeat of the request. For a form, only its file: its boundary is different in each repeat. */
  readonly fingerprintInput: Buffer;
};

const nothing = Buffer.alloc(0);
const hashOf =
  (bytes: Buffer) =>
  (algorithm: BodyHash): string =>
    createHash(algorithm).update(bytes).digest("base64");

/** A request without a body is parsed as an empty object. */
export const noBody: RequestBody = { hash: hashOf(nothing), json: {}, fingerprintInput: nothing };

/** Reads the bytes of a body. Refuses more than `limit` with `tooLargeMessage`. */
async function readBytes(ctx: Context, limit: number, tooLargeMessage: string): Promise<Buffer> {
  try {
    return await getRawBody(ctx.req, {
      limit,
      length: ctx.req.headers["content-length"],
    });
  } catch (error) {
    const type = error instanceof Error && "type" in error ? error.type : "";
    if (type === "entity.too.large") refuse("too_large", tooLargeMessage);
    refuse("malformed", "The request ended before all of it had arrived.");
  }
}

/** True when a value is nested at most this deep. A deeper one could overflow the stack of later code. */
function isWithin(depth: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithin(depth - 1, inner));
}

/** Reads a JSON body of limited size and depth. A request without a body is parsed as an empty object. */
export async function readBody(ctx: Context): Promise<RequestBody> {
  if (ctx.method === "GET" || ctx.method === "HEAD") return noBody;
  const tooLargeMessage = "This is more than 2 MB, which is too much at once.";
  const bytes = await readBytes(ctx, bounds.jsonBodyBytes, tooLargeMessage);
  if (bytes.length === 0) return noBody;
  if (!ctx.is("json", "+json")) refuse("unsupported_media", "Send this as application/json.");
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    refuse("malformed", "This is not JSON.");
  }
  if (!isWithin(bounds.jsonDepth, json)) refuse("malformed", "This is nested too deeply.");
  return { hash: hashOf(bytes), json, fingerprintInput: bytes };
}
