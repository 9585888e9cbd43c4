/** Random numbers from 0 to below 1 that a seed repeats (xorshift32); good enough to choose moments with. */
export function seededRandom(seed: number): () => number {
  // Zero is the one state that the generator never leaves; the multiplier spreads seeds that are close together.
  let state = Math.imul(seed | 0, 0x9e3779b1) || 0x6d2b79f5;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
