import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import { type BlobInfo, type Blobs, BlobsUnavailable, checkBlobName } from "./blobs.ts";
import { putInParts } from "./s3-multipart.ts";
import { bodyOf, tagged } from "./s3-replies.ts";

const folder = "photos/";
const timeout = 60_000;
const retries = 3;

/** One page of a listing (ListObjectsV2), and where the next one begins. */
function readListing(xml: string): { blobs: BlobInfo[]; next: string | undefined } {
  const blobs = xml
    .split("<Contents>")
    .slice(1)
    .flatMap((part): BlobInfo[] => {
      const key = tagged(part, "Key");
      const modified = tagged(part, "LastModified");
      if (!key?.startsWith(folder) || modified === undefined) return [];
      return [{ name: key.slice(folder.length), modifiedAt: Date.parse(modified) }];
    });
  const isTruncated = tagged(xml, "IsTruncated") === "true";
  return { blobs, next: isTruncated ? tagged(xml, "NextContinuationToken") : undefined };
}

/** The body of a reply as it arrives. It may take longer than a request, so only a silent connection ends it. */
function streamOf(body: ReadableStream<Uint8Array>): Readable {
  const reader = body.getReader();
  const stream = new Readable({
    read() {
      bodyOf(reader.read()).then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
  });
  return stream.once("close", () => void reader.cancel().catch(() => undefined));
}

/**
 * Blobs in a bucket of any server that speaks S3, addressed by path.
 *
 * @param url `https://KEY:SECRET@host/bucket?region=eu-central-1`, key and secret percent-encoded
 */
export function createS3Blobs(url: string): Blobs {
  const { username, password, origin, pathname, searchParams } = new URL(url);
  const bucket = `${origin}${pathname.replace(/\/$/, "")}`;
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: "s3",
    region: searchParams.get("region") ?? "us-east-1",
    retries,
  });

  const addressOf = (name: string): string => {
    checkBlobName(name);
    return `${bucket}/${folder}${name}`;
  };

  async function send(
    method: string,
    address: string,
    bytes?: Uint8Array,
    signal = AbortSignal.timeout(timeout),
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
      throw new BlobsUnavailable("no answer");
    }
    const mayBeAbsent = method === "GET" || method === "DELETE";
    if (response.ok || (response.status === 404 && mayBeAbsent)) return response;
    await response.body?.cancel();
    throw new BlobsUnavailable(String(response.status));
  }

  async function put(address: string, bytes: Uint8Array): Promise<void> {
    const response = await send("PUT", address, bytes);
    await response.body?.cancel();
  }

  async function find(name: string, signal?: AbortSignal): Promise<Response | null> {
    const response = await send("GET", addressOf(name), undefined, signal);
    if (response.ok) return response;
    // A missing bucket does not mean that its blobs are missing.
    if (tagged(await bodyOf(response.text()), "Code") === "NoSuchBucket") throw new BlobsUnavailable("404");
    return null;
  }

  async function* list(): AsyncGenerator<BlobInfo> {
    let next: string | undefined;
    do {
      const query = new URLSearchParams({ "list-type": "2", prefix: folder });
      if (next !== undefined) query.set("continuation-token", next);
      const response = await send("GET", `${bucket}?${query.toString()}`);
      if (!response.ok) throw new BlobsUnavailable(String(response.status));
      const page = readListing(await bodyOf(response.text()));
      yield* page.blobs;
      next = page.next;
    } while (next !== undefined);
  }

  return {
    put: async (name, bytes) => put(addressOf(name), bytes),

    async get(name) {
      const response = await find(name);
      return response && Buffer.from(await bodyOf(response.arrayBuffer()));
    },

    putStream: async (name, source) => putInParts({ send, put }, addressOf(name), source),

    async getStream(name) {
      const noReply = new AbortController();
      const timer = setTimeout(() => noReply.abort(), timeout);
      const response = await find(name, noReply.signal).finally(() => clearTimeout(timer));
      return response && (response.body ? streamOf(response.body) : Readable.from([]));
    },

    async remove(name) {
      const response = await send("DELETE", addressOf(name));
      await response.body?.cancel();
    },

    list,
  };
}
