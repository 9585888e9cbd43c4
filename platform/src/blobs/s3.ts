import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import { type BlobInfo, type Blobs, BlobsUnavailable, checkBlobName } from "./blobs.ts";

const folder = "photos/";
const timeout = 60_000;
const retries = 3;

/** Names of our own making hold none of the characters that XML escapes. */
const tagged = (xml: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];

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

  async function send(method: string, address: string, bytes?: Uint8Array): Promise<Response> {
    const digest = createHash("sha256")
      .update(bytes ?? "")
      .digest("hex");
    let response: Response;
    try {
      response = await client.fetch(address, {
        method,
        headers: { "X-Amz-Content-Sha256": digest },
        signal: AbortSignal.timeout(timeout),
        ...(bytes && { body: new Uint8Array(bytes) }),
      });
    } catch {
      throw new BlobsUnavailable("no answer");
    }
    if (response.ok || (response.status === 404 && method !== "PUT")) return response;
    await response.body?.cancel();
    throw new BlobsUnavailable(String(response.status));
  }

  /** A connection that breaks off in the middle of an answer counts like one that was never there. */
  const bodyOf = <T>(body: Promise<T>): Promise<T> =>
    body.catch(() => {
      throw new BlobsUnavailable("answer cut off");
    });

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
    async put(name, bytes) {
      const response = await send("PUT", addressOf(name), bytes);
      await response.body?.cancel();
    },

    async get(name) {
      const response = await send("GET", addressOf(name));
      if (response.ok) return Buffer.from(await bodyOf(response.arrayBuffer()));
      // A bucket that is not there is no reason to believe that its blobs never were.
      if (tagged(await bodyOf(response.text()), "Code") === "NoSuchBucket") throw new BlobsUnavailable("404");
      return null;
    },

    async remove(name) {
      const response = await send("DELETE", addressOf(name));
      await response.body?.cancel();
    },

    list,
  };
}
