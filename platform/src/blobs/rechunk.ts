/**
 * Splits a stream into pieces: the first of `firstSize` bytes, the others of `size`. The last one is marked and may be shorter. An
 * empty stream is one empty piece.
 */
export async function* rechunk(
  source: AsyncIterable<Uint8Array>,
  size: number,
  firstSize = size,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let chunks: Uint8Array[] = [];
  let bytesLeft = firstSize;
  for await (const chunk of source) {
    let at = 0;
    // A piece is passed on when more bytes follow it: only then is it known not to be the last one.
    while (chunk.length - at > bytesLeft) {
      yield { piece: Buffer.concat([...chunks, chunk.subarray(at, at + bytesLeft)]), isLast: false };
      at += bytesLeft;
      bytesLeft = size;
      chunks = [];
    }
    chunks.push(chunk.subarray(at));
    bytesLeft -= chunk.length - at;
  }
  yield { piece: Buffer.concat(chunks), isLast: true };
}
