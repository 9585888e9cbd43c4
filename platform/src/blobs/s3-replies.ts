import { BlobsUnavailable } from "./blobs.ts";

/** The text of the first element with this name, as written in the XML. Our blob names contain no characters that XML escapes. */
export const textOfElement = (xml: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];

/** Reads a reply's body. Rejects with {@link BlobsUnavailable} when the connection breaks off. */
export const readBody = <T>(body: Promise<T>): Promise<T> =>
  body.catch(() => {
    throw new BlobsUnavailable("answer cut off");
  });
