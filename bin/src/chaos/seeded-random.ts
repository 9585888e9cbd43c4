/** Creates random numbers from 0 to below 1 (xorshift32). The same seed gives the same numbers. */
export function seededRandom(seed: number): () => number {
  // The state must not be zero, because after a zero only zeros follow. The multiplier spreads seeds that are close together.
  let state = Math.imul(seed | 0, 0x9e3779b1) || 0x6d2b79f5;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
