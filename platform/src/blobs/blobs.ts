import type { Readable } from "node:stream";

/** A blob in a listing. */
export type BlobInfo = {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
};

/**
 * Stores large sealed values. The bytes are sealed already and the names reveal nothing, so an adapter needs no key.
 * Every call may reject with {@link BlobsUnavailable}.
 */
export type Blobs = {
  /** Writes a blob, and replaces one of the same name. The blob is durable when the promise resolves. A crash leaves no incomplete blob. */
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
   * end or destroy it; until then it keeps a file or a connection open.
   */
  getStream(name: string): Promise<Readable | null>;
  /** Removes a blob. Does nothing when it is missing. */
  remove(name: string): Promise<void>;
  /** Every blob, unordered. A folder also lists the temporary files of writes that a crash interrupted. */
  list(): AsyncIterable<BlobInfo>;
  /** Checks whether blobs can be reached now, for the health check. Rejects when they cannot. */
  check(): Promise<void>;
};

/** The blobs cannot be reached or written now; safe to retry later. The message contains no content. */
export class BlobsUnavailable extends Error {
  override readonly name = "BlobsUnavailable";
  readonly code = "blobs_unavailable";

  /** For example a code of the operating system, or an HTTP status. */
  readonly reason: string;

  constructor(reason: string) {
    super(`the blobs are not available (${reason})`);
    this.reason = reason;
  }
}

const blobName = /^[a-z0-9][\w.-]{0,199}$/i;

/** Throws for an invalid name, which is a programming error: names become file names and URLs. */
export function checkBlobName(name: string): void {
  if (!blobName.test(name)) throw new Error("this is not the name of a blob");
}
