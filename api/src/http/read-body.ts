import { createHash } from "node:crypto";
import { bounds } from "@daybook/domain/contract/bounds";
import type { Context } from "koa";
import { refuse } from "./api-error.ts";
import { type BodyRules, readChunks } from "./read-chunks.ts";

/** The hash algorithms of signed bodies. The signature method decides which one the signature uses. */
export type HashAlgorithm = "sha256" | "sha1";

/** A request's body. */
export type RequestBody = {
  /** The hash of the bytes as they were sent, base64. A signature may cover it. */
  readonly hash: (algorithm: HashAlgorithm) => string;
  /** The parsed body: JSON, or the uploaded file under the name of its field. */
  readonly parsed: unknown;
  /**
   * The bytes by which a repeat of the request is recognised. For an upload, these are the bytes of the file. The whole body of an
   * upload also contains the multipart boundary, which is different in each repeat.
   */
  readonly fingerprintInput: Buffer;
};

const nothing = Buffer.alloc(0);
const hashOf =
  (bytes: Buffer) =>
  (algorithm: HashAlgorithm): string =>
    createHash(algorithm).update(bytes).digest("base64");

/** A request without a body is parsed as an empty object. */
export const noBody: RequestBody = { hash: hashOf(nothing), parsed: {}, fingerprintInput: nothing };

/** True when a value is nested at most this deep. A deeper one could overflow the stack of later code. */
function isWithin(depth: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((child) => isWithin(depth - 1, child));
}

/** The size of a JSON body that is accepted: small without a valid signature. */
export const jsonLimit = (isSigned: boolean): Omit<BodyRules, "share"> =>
  isSigned
    ? {
        limit: bounds.jsonBodyBytes,
        tooLargeMessage: "This is more than 2 MB, which is too much at once.",
      }
    : {
        limit: bounds.anonymousBodyBytes,
        tooLargeMessage: "This is more than 64 kB, which is too much unless you are logged in.",
      };

/** Reads a JSON body of limited size and depth. A request without a body is parsed as an empty object. */
export async function readBody(ctx: Context, rules: BodyRules): Promise<RequestBody> {
  if (ctx.method === "GET" || ctx.method === "HEAD") return noBody;
  const chunks: Buffer[] = [];
  await readChunks(ctx.req, rules, (chunk) => chunks.push(chunk));
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) return noBody;
  if (!ctx.is("json", "+json")) refuse("unsupported_media", "Send this as application/json.");
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    refuse("malformed", "This is not JSON.");
  }
  if (!isWithin(bounds.jsonDepth, json)) refuse("malformed", "This is nested too deeply.");
  return { hash: hashOf(bytes), parsed: json, fingerprintInput: bytes };
}
