import { createHash } from "node:crypto";
import { bounds } from "@daybook/domain/contract/bounds";
import type { Context } from "koa";
import getRawBody from "raw-body";
import { refuse } from "./api-error.ts";

/** A request's body. */
export type RequestBody = {
  /** SHA-256 of the bytes as they were sent, base64. A signature covers it. */
  readonly hash: () => string;
  readonly json: unknown;
  /** The bytes by which a repeat of the request is known: of a form only its file, since its wrapping differs each time. */
  readonly same: Buffer;
};

const nothing = Buffer.alloc(0);
const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("base64");

/** No body is an empty object. */
export const noBody: RequestBody = { hash: () => hashOf(nothing), json: {}, same: nothing };

/** The bytes of a body; more than `limit` of them are refused with `tooMuch`. */
async function readBytes(ctx: Context, limit: number, tooMuch: string): Promise<Buffer> {
  try {
    return await getRawBody(ctx.req, {
      limit,
      length: ctx.req.headers["content-length"],
    });
  } catch (error) {
    const type = error instanceof Error && "type" in error ? error.type : "";
    if (type === "entity.too.large") refuse("too_large", tooMuch);
    refuse("malformed", "The request ended before all of it had arrived.");
  }
}

/** True when nothing lies deeper than so many levels. Deeper than a call stack, it could not be looked through by anything later. */
function isWithin(depth: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithin(depth - 1, inner));
}

/** Reads a JSON body of at most 2 MB, and of a depth that every call is far from. No body is an empty object. */
export async function readBody(ctx: Context): Promise<RequestBody> {
  if (ctx.method === "GET" || ctx.method === "HEAD") return noBody;
  const tooMuch = "This is more than 2 MB, which is too much at once.";
  const bytes = await readBytes(ctx, bounds.jsonBodyBytes, tooMuch);
  if (bytes.length === 0) return noBody;
  if (!ctx.is("json", "+json")) refuse("unsupported_media", "Send this as application/json.");
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    refuse("malformed", "This is not JSON.");
  }
  if (!isWithin(bounds.jsonDepth, json)) refuse("malformed", "This is nested too deeply.");
  return { hash: () => hashOf(bytes), json, same: bytes };
}
