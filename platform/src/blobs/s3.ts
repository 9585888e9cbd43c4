import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import { type BlobInfo, type Blobs, BlobsUnavailable, checkBlobName } from "./blobs.ts";
import { createOutageGate, withTimeout } from "../outage-gate.ts";
import { putInParts } from "./s3-multipart.ts";
import { readBody, textOfElement } from "./s3-replies.ts";

const folder = "photos/";
const retries = 3;

/** How long to wait for a server, in milliseconds. */
export type S3Timeouts = {
  /** For a whole reply; when a blob is read, for the beginning of the reply and for each next part. */
  readonly replyMs: number;
  /** For each page of a listing, which only jobs read. */
  readonly jobMs: number;
  /** After a request got no reply: how long the next requests fail without asking the server. */
  readonly outageMs: number;
};

const defaultTimeouts: S3Timeouts = { replyMs: 5_000, jobMs: 60_000, outageMs: 5_000 };
/** A request with a body gets more time: as long as sending the body takes at this rate (1 Mbit/s). */
const bytesPerMs = 128;
/** Before a longer body is sent, a short request checks that the server answers. */
const longBodyBytes = 256 * 1024;
const noAnswer = "no answer";

/** One page of a listing (ListObjectsV2), and where the next one begins. */
function readListing(xml: string): { blobs: BlobInfo[]; next: string | undefined } {
  const blobs = xml
    .split("<Contents>")
    .slice(1)
    .flatMap((element): BlobInfo[] => {
      const key = textOfElement(element, "Key");
      const modified = textOfElement(element, "LastModified");
      if (!key?.startsWith(folder) || modified === undefined) return [];
      return [{ name: key.slice(folder.length), modifiedAt: Date.parse(modified) }];
    });
  const isTruncated = textOfElement(xml, "IsTruncated") === "true";
  return { blobs, next: isTruncated ? textOfElement(xml, "NextContinuationToken") : undefined };
}

/** The body of a reply as a stream. Each part has a time limit, the stream as a whole has none. */
function toNodeStream(body: ReadableStream<Uint8Array>, replyMs: number): Readable {
  const reader = body.getReader();
  const stream = new Readable({
    read() {
      withTimeout(replyMs, readBody(reader.read()), () => new BlobsUnavailable(noAnswer)).then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
  });
  return stream.once("close", () => void reader.cancel().catch(() => undefined));
}

/**
 * Blobs in a bucket of any server that speaks S3. The bucket is named in the path of the URL, not in the host name.
 *
 * @param url `https://KEY:SECRET@host/bucket?region=eu-central-1`, key and secret percent-encoded
 * @param timeouts shorter in tests
 */
export function createS3Blobs(url: string, timeouts: S3Timeouts = defaultTimeouts): Blobs {
  const { username, password, origin, pathname, searchParams } = new URL(url);
  const bucket = `${origin}${pathname.replace(/\/$/, "")}`;
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: "s3",
    region: searchParams.get("region") ?? "us-east-1",
    retries,
  });

  const outageGate = createOutageGate({
    outageMs: timeouts.outageMs,
    isNoAnswer: (error) => error instanceof BlobsUnavailable && error.reason === noAnswer,
    refusal: () => new BlobsUnavailable("silent"),
  });

  const addressOf = (name: string): string => {
    checkBlobName(name);
    return `${bucket}/${folder}${name}`;
  };

  async function send(
    method: string,
    address: string,
    bytes?: Uint8Array,
    signal?: AbortSignal,
  ): Promise<Response> {
    if (bytes && bytes.length > longBodyBytes) await check();
    const replyMs = timeouts.replyMs + Math.ceil((bytes?.length ?? 0) / bytesPerMs);
    return outageGate.run(() => sendToBucket(method, address, bytes, signal ?? AbortSignal.timeout(replyMs)));
  }

  async function sendToBucket(
    method: string,
    address: string,
    bytes: Uint8Array | undefined,
    signal: AbortSignal,
  ): Promise<Response> {
    const digest = createHash("sha256")
      .update(bytes ?? "")
      .digest("hex");
    let response: Response;
    try {
      response = await client.fetch(address, {
        method,
        headers: { "X-Amz-Content-Sha256": digest },
        signal,
        ...(bytes && { body: new Uint8Array(bytes) }),
      });
    } catch {
      throw new BlobsUnavailable(noAnswer);
    }
    const mayBeAbsent = method === "GET" || method === "DELETE";
    if (response.ok || (response.status === 404 && mayBeAbsent)) return response;
    await response.body?.cancel();
    throw new BlobsUnavailable(String(response.status));
  }

  async function putBytes(address: string, bytes: Uint8Array): Promise<void> {
    const response = await send("PUT", address, bytes);
    await response.body?.cancel();
  }

  const shortListingUrl = `${bucket}?list-type=2&prefix=${encodeURIComponent(folder)}&max-keys=1`;

  async function check(): Promise<void> {
    const response = await send("GET", shortListingUrl);
    await response.body?.cancel();
    if (!response.ok) throw new BlobsUnavailable(String(response.status));
  }

  /** Opens a blob; `null` when it does not exist. For a blob that exists, waits only for the beginning of the reply. */
  async function openStream(name: string): Promise<Readable | null> {
    const noReply = new AbortController();
    const timer = setTimeout(() => noReply.abort(), timeouts.replyMs);
    const response = await send("GET", addressOf(name), undefined, noReply.signal).finally(() =>
      clearTimeout(timer),
    );
    if (response.ok) return response.body ? toNodeStream(response.body, timeouts.replyMs) : Readable.from([]);
    await rejectMissingBucket(response);
    return null;
  }

  /** Rejects if a reply of status 404 is about the bucket. A missing bucket does not mean that its blobs are missing. */
  async function rejectMissingBucket(response: Response): Promise<void> {
    const reason = await withTimeout(
      timeouts.replyMs,
      readBody(response.text()),
      () => new BlobsUnavailable(noAnswer),
    );
    if (textOfElement(reason, "Code") === "NoSuchBucket") throw new BlobsUnavailable("404");
  }

  async function* list(): AsyncGenerator<BlobInfo> {
    let nextPage: string | undefined;
    do {
      const query = new URLSearchParams({ "list-type": "2", prefix: folder });
      if (nextPage !== undefined) query.set("continuation-token", nextPage);
      const signal = AbortSignal.timeout(timeouts.jobMs);
      const response = await send("GET", `${bucket}?${query.toString()}`, undefined, signal);
      if (!response.ok) throw new BlobsUnavailable(String(response.status));
      const page = readListing(await readBody(response.text()));
      yield* page.blobs;
      nextPage = page.next;
    } while (nextPage !== undefined);
  }

  return {
    put: async (name, bytes) => putBytes(addressOf(name), bytes),

    async get(name) {
      const reply = await openStream(name);
      return reply && Buffer.concat(await reply.toArray());
    },

    putStream: async (name, source) => putInParts({ send, put: putBytes }, addressOf(name), source),

    getStream: openStream,

    async remove(name) {
      const response = await send("DELETE", addressOf(name));
      if (response.ok) await response.body?.cancel();
      else await rejectMissingBucket(response);
    },

    list,
    check,
  };
}
