/**
 * Splits a stream into pieces: the first of `firstSize` bytes, the others of `size`. The last one is marked and may be shorter. An
 * empty stream is one empty piece.
 */
export async function* rechunk(
  source: AsyncIterable<Uint8Array>,
  size: number,
  firstSize = size,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let pending: Uint8Array[] = [];
  let room = firstSize;
  for await (const chunk of source) {
    let at = 0;
    // A piece is passed on when more bytes follow it: only then is it known not to be the last one.
    while (chunk.length - at > room) {
      yield { piece: Buffer.concat([...pending, chunk.subarray(at, at + room)]), isLast: false };
      at += room;
      room = size;
      pending = [];
    }
    pending.push(chunk.subarray(at));
    room -= chunk.length - at;
  }
  yield { piece: Buffer.concat(pending), isLast: true };
}
