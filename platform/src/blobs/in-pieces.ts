/**
 * Cuts a stream into pieces: the first of `firstSize` bytes, then of `size`; the last one is what is left, and marked. An
 * empty stream is one empty piece.
 */
export async function* inPieces(
  source: AsyncIterable<Uint8Array>,
  size: number,
  firstSize = size,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let held: Uint8Array[] = [];
  let room = firstSize;
  for await (const chunk of source) {
    let at = 0;
    // A piece is passed on once more bytes follow it, since only then it is not the last.
    while (chunk.length - at > room) {
      yield { piece: Buffer.concat([...held, chunk.subarray(at, at + room)]), isLast: false };
      at += room;
      room = size;
      held = [];
    }
    held.push(chunk.subarray(at));
    room -= chunk.length - at;
  }
  yield { piece: Buffer.concat(held), isLast: true };
}
