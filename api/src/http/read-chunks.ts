import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { refuse } from "./api-error.ts";
import type { BodyShare } from "./body-budget.ts";

/** What is accepted as a body. */
export type BodyRules = {
  /** In bytes. */
  readonly limit: number;
  readonly tooLargeMessage: string;
  readonly share: BodyShare;
};

/**
 * The slowest pace that is accepted. A slower body would hold its connection and its memory for too long. The first
 * `graceMs` are not counted, but the bytes that arrive in them are.
 */
export type BodyPace = { readonly graceMs: number; readonly bytesPerSecond: number };

/** The pace for all bodies. */
export const defaultPace: BodyPace = { graceMs: 20_000, bytesPerSecond: 8 * 1024 };
const checkEveryMs = 1_000;

type RequestStream = Readable & { readonly headers: IncomingHttpHeaders };
const incompleteMessage = "The request ended before all of it had arrived.";

/**
 * Passes each chunk of a body to `takeChunk`. Refuses a body that is incomplete, too large (with or without its length in a
 * header) or too slow, or for which the body budget has no room. The rest of a refused body is discarded as it arrives, so that
 * the client can read the reply.
 *
 * @returns the number of bytes
 */
export async function readChunks(
  request: RequestStream,
  { limit, tooLargeMessage, share }: BodyRules,
  takeChunk: (chunk: Buffer) => void,
  pace: BodyPace = defaultPace,
): Promise<number> {
  if (Number(request.headers["content-length"]) > limit) refuse("too_large", tooLargeMessage);
  if (request.destroyed) refuse("malformed", incompleteMessage);
  const startedAt = Date.now();
  let receivedBytes = 0;
  let stop = (): void => {};
  try {
    await new Promise<void>((resolve, reject) => {
      /** Wraps a step, so that its error ends the reading. */
      const orReject =
        <A extends unknown[]>(step: (...values: A) => void) =>
        (...values: A): void => {
          try {
            step(...values);
          } catch (error) {
            reject(error);
          }
        };
      const onData = orReject((chunk: Buffer) => {
        receivedBytes += chunk.length;
        if (receivedBytes > limit) refuse("too_large", tooLargeMessage);
        share.add(chunk.length);
        takeChunk(chunk);
      });
      const onClose = orReject(() => refuse("malformed", incompleteMessage));
      const onCheck = orReject(() => {
        const expectedBytes = ((Date.now() - startedAt - pace.graceMs) / 1000) * pace.bytesPerSecond;
        if (receivedBytes < expectedBytes) refuse("too_slow", "This arrived too slowly. Please try again.");
      });
      const timer = setInterval(onCheck, checkEveryMs);
      stop = () => {
        clearInterval(timer);
        // Without listeners, a flowing stream discards its data.
        request.off("data", onData).off("end", resolve).off("close", onClose);
      };
      // After an abort, "close" follows "error", and `onClose` refuses the body.
      request.on("error", () => {});
      request.on("data", onData).on("end", resolve).on("close", onClose);
    });
  } finally {
    stop();
  }
  return receivedBytes;
}
