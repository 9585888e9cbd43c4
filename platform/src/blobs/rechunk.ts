/**
 * Splits a stream into pieces: the first of `firstSize` bytes, the others of `size`. The last piece is marked and may be
 * shorter. An empty stream gives one empty piece.
 */
export async function* rechunk(
  source: AsyncIterable<Uint8Array>,
  size: number,
  firstSize = size,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let chunks: Uint8Array[] = [];
  let bytesLeft = firstSize;
  for await (const chunk of source) {
    let offset = 0;
    // A full piece is kept until more bytes follow, because it may be the last piece.
    while (chunk.length - offset > bytesLeft) {
      yield { piece: Buffer.concat([...chunks, chunk.subarray(offset, offset + bytesLeft)]), isLast: false };
      offset += bytesLeft;
      bytesLeft = size;
      chunks = [];
    }
    chunks.push(chunk.subarray(offset));
    bytesLeft -= chunk.length - offset;
  }
  yield { piece: Buffer.concat(chunks), isLast: true };
}
