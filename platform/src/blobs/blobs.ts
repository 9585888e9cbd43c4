import type { Readable } from "node:stream";

/** A blob as a listing tells of it. */
export type BlobInfo = {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
};

/**
 * Where large sealed values lie. What is put is sealed already and its name tells nothing, so an adapter needs no key.
 * Every call may reject with {@link BlobsUnavailable}.
 */
export type Blobs = {
  /** Writes a blob whole, over one of the same name; durable when it answers. A crash leaves the old one, or none. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** A blob's bytes; `null` when there is none. */
  get(name: string): Promise<Buffer | null>;
  /**
   * {@link Blobs.put} for bytes that do not fit into memory. When the source fails, this rejects with its error, and an
   * older blob of the same name stays.
   */
  putStream(name: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * {@link Blobs.get} for bytes that do not fit into memory. The stream fails when the bytes end too early. Read it to its
   * end or destroy it: until then it holds a file or a connection open.
   */
  getStream(name: string): Promise<Readable | null>;
  /** Removes a blob; one that is not there is removed already. */
  remove(name: string): Promise<void>;
  /** Every blob, in no order, with what a crash may have left half written. */
  list(): AsyncIterable<BlobInfo>;
};

/** The blobs cannot be reached or written right now; trying again later is right. The message holds no content. */
export class BlobsUnavailable extends Error {
  override readonly name = "BlobsUnavailable";
  readonly code = "blobs_unavailable";

  /** @param reason a code of the operating system, or an HTTP status */
  constructor(reason: string) {
    super(`the blobs are not available (${reason})`);
  }
}

const blobName = /^[a-z0-9][\w.-]{0,199}$/i;

/** Throws for a name that is none, which is a programming error: names become file names and addresses. */
export function checkBlobName(name: string): void {
  if (!blobName.test(name)) throw new Error("this is not the name of a blob");
}
