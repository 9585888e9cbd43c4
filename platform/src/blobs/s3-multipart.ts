import { BlobsUnavailable } from "./blobs.ts";
import { rechunk } from "./rechunk.ts";
import { readBody, textOfElement } from "./s3-replies.ts";

/** The size of every part but the last. S3 needs at least 5 MiB, and takes at most 10,000 parts, so a blob may have up to 80 GB. */
const partBytes = 8 * 1024 * 1024;

/** The signed requests of a bucket. Both reject with {@link BlobsUnavailable}. */
type Bucket = {
  readonly send: (method: string, address: string, bytes?: Uint8Array) => Promise<Response>;
  readonly put: (address: string, bytes: Uint8Array) => Promise<void>;
};

async function beginUpload({ send }: Bucket, address: string) {
  const beginReply = await send("POST", `${address}?uploads=`);
  const id = textOfElement(await readBody(beginReply.text()), "UploadId");
  if (id === undefined) throw new BlobsUnavailable("no upload id");
  const uploadQuery = `uploadId=${encodeURIComponent(id)}`;
  const partElements: string[] = [];

  return {
    async add(bytes: Uint8Array): Promise<void> {
      const number = partElements.length + 1;
      const response = await send("PUT", `${address}?partNumber=${number}&${uploadQuery}`, bytes);
      await response.body?.cancel();
      const etag = response.headers.get("ETag") ?? "";
      partElements.push(`<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`);
    },

    async complete(): Promise<void> {
      const partList = `<CompleteMultipartUpload>${partElements.join("")}</CompleteMultipartUpload>`;
      const reply = await send("POST", `${address}?${uploadQuery}`, Buffer.from(partList));
      const result = await readBody(reply.text());
      // S3 sends status 200 before it joins the parts, so only the body says whether that succeeded.
      if (textOfElement(result, "ETag") === undefined)
        throw new BlobsUnavailable(textOfElement(result, "Code") ?? "not completed");
    },

    /** Removes the parts. When this fails too, they stay until a lifecycle rule of the bucket, if it has one, removes them. */
    async abort(): Promise<void> {
      const response = await send("DELETE", `${address}?${uploadQuery}`).catch(() => null);
      await response?.body?.cancel();
    },
  };
}

/** Uploads a stream in parts, or as a plain blob when it fits into one part. The blob appears only when it is complete. */
export async function putInParts(
  bucket: Bucket,
  address: string,
  source: AsyncIterable<Uint8Array>,
): Promise<void> {
  let upload: Awaited<ReturnType<typeof beginUpload>> | undefined;
  try {
    for await (const { piece, isLast } of rechunk(source, partBytes)) {
      if (isLast && !upload) return await bucket.put(address, piece);
      upload ??= await beginUpload(bucket, address);
      await upload.add(piece);
    }
    await upload?.complete();
  } catch (error) {
    await upload?.abort();
    throw error;
  }
}
