import { z } from "zod";
import { reject, type Rejection } from "../kernel/rejection.ts";
import type { ErrorCode } from "./errors.ts";

/**
 * Who may call:
 * - `public`: everyone
 * - `optional`: everyone, and the reply may depend on the session
 * - `session`: only signed requests of an active session
 */
export type Access = "public" | "optional" | "session";

/** The schemas of one API call: its input, replies and errors. Its path and method are in `paths.ts`. */
export type Endpoint = {
  readonly access: Access;
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly body: z.ZodType;
  /** Schema of each success status; `null` for a success without a body (204). */
  readonly replies: Readonly<Record<number, z.ZodType | null>>;
  /** Errors in addition to those that every call can have, such as `invalid` and `unavailable`. */
  readonly errors: readonly ErrorCode[];
};

/** A reply that is not JSON. The bytes at one URL never change. An async iterable is read once, and may fail before its end. */
export type BinaryReply = {
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
  readonly contentType: string;
  readonly etag: string;
};

/** Schema of one or more bytes. `error` is the message for a person when there are none. */
export const nonEmptyBytes = (error: string) =>
  z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.length > 0, error);

const byteStream = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
);

/** Schema of a {@link BinaryReply}. */
export const Binary = z.object({
  bytes: z.union([nonEmptyBytes("The file is empty."), byteStream]),
  contentType: z.string(),
  etag: z.string(),
}) satisfies z.ZodType<BinaryReply>;

const emptyObject = z.object({});

/** Declares a call. Params, query and body default to an empty object. */
export function endpoint<
  const A extends Access,
  const R extends Readonly<Record<number, z.ZodType | null>>,
  P extends z.ZodType = typeof emptyObject,
  Q extends z.ZodType = typeof emptyObject,
  B extends z.ZodType = typeof emptyObject,
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
    params: options.params ?? (emptyObject as unknown as P),
    query: options.query ?? (emptyObject as unknown as Q),
    body: options.body ?? (emptyObject as unknown as B),
    replies: options.replies,
    errors: options.errors ?? [],
  };
}

/** The success bodies of a call, as the client receives them. */
export type ReplyOf<E extends Endpoint> = {
  [S in keyof E["replies"]]: E["replies"][S] extends z.ZodType ? z.output<E["replies"][S]> : null;
}[keyof E["replies"]];

/** The message for a person when the schema defines none. */
function defaultMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return "This is missing.";
  const isNumber = "origin" in issue && issue.origin === "number";
  switch (issue.code) {
    case "too_big":
      return isNumber ? `At most ${issue.maximum}.` : "This is too long.";
    case "too_small":
      if (!isNumber) return "This is too short.";
      return issue.inclusive ? `At least ${issue.minimum}.` : `More than ${issue.minimum}.`;
    case "invalid_value":
      return "This is not one of the choices.";
    default:
      return "This value is not valid.";
  }
}

/** One message for each refused field, by its path: the first message when there are several. */
export function fieldMessages(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = issue.path.join(".") || "body";
    fields[name] ??= issue.message;
  }
  return fields;
}

/** Parses untrusted input. A failure is an `invalid` rejection with a message for each field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> | Rejection {
  const result = schema.safeParse(input, { error: defaultMessage });
  if (result.success) return result.data;
  return reject("invalid", "Some fields are not valid.", fieldMessages(result.error));
}
