import { z } from "zod";
import { reject, type Rejection } from "../kernel/rejection.ts";
import type { ErrorCode } from "./errors.ts";

/** Who may call: anybody, or only a signed request of a live session. */
export type Access = "public" | "session";

/** One call of the API: what comes in, what goes out, what may be refused. Path and method stand in `paths.ts`. */
export type Endpoint = {
  readonly access: Access;
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly body: z.ZodType;
  /** Schema of each success status; `null` for a success without a body (204). */
  readonly replies: Readonly<Record<number, z.ZodType | null>>;
  /** Refusals beyond those every call may give (`malformed`, `invalid`, `unauthenticated`, `rate_limited`, `unavailable`). */
  readonly errors: readonly ErrorCode[];
};

/** A reply that is not JSON. What it is never changes under its address. */
export type BinaryReply = { readonly bytes: Uint8Array; readonly contentType: string; readonly etag: string };

/** Schema of bytes; `error` is what a person reads when there are none. */
export const bytesOr = (error: string) =>
  z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.length > 0, error);

/** Schema of a {@link BinaryReply}. */
export const Binary = z.object({
  bytes: bytesOr("There are no bytes."),
  contentType: z.string(),
  etag: z.string(),
}) satisfies z.ZodType<BinaryReply>;

const nothing = z.object({});

/** Declares a call; parts left out accept nothing in particular. */
export function endpoint<
  const A extends Access,
  const R extends Readonly<Record<number, z.ZodType | null>>,
  P extends z.ZodType = typeof nothing,
  Q extends z.ZodType = typeof nothing,
  B extends z.ZodType = typeof nothing,
>(options: {
  access: A;
  params?: P;
  query?: Q;
  body?: B;
  replies: R;
  errors?: readonly ErrorCode[];
}): { access: A; params: P; query: Q; body: B; replies: R; errors: readonly ErrorCode[] } {
  return {
    access: options.access,
    params: options.params ?? (nothing as unknown as P),
    query: options.query ?? (nothing as unknown as Q),
    body: options.body ?? (nothing as unknown as B),
    replies: options.replies,
    errors: options.errors ?? [],
  };
}

/** The success bodies of a call, as the client receives them. */
export type ReplyOf<E extends Endpoint> = {
  [S in keyof E["replies"]]: E["replies"][S] extends z.ZodType ? z.output<E["replies"][S]> : null;
}[keyof E["replies"]];

/** A plain sentence for what a schema has no words of its own for. */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return "This is missing.";
  const isNumber = "origin" in issue && issue.origin === "number";
  switch (issue.code) {
    case "too_big":
      return isNumber ? `At most ${issue.maximum}.` : "This is too long.";
    case "too_small":
      return isNumber ? `At least ${issue.minimum}.` : "This is too short.";
    case "invalid_value":
      return "This is not one of the choices.";
    default:
      return "This is not what is expected here.";
  }
}

/** What a person reads beside a field that was refused: the first message of each path. */
export function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = issue.path.join(".") || "body";
    fields[name] ??= issue.message;
  }
  return fields;
}

/** Parses untrusted input; a failure is a 422 with a sentence for each field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> | Rejection {
  const result = schema.safeParse(input, { error: sentenceOf });
  if (result.success) return result.data;
  return reject("invalid", "Some of what you sent could not be used.", fieldsOf(result.error));
}
