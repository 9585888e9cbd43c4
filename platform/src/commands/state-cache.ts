/** A folded state and the revision it stands at. */
export type CachedState = { readonly state: unknown; readonly revision: number };

/**
 * Folded states by stream, least recently used out first. A hint, never a truth: whoever uses a cached state reads the
 * stream on from its revision. States hold no text.
 */
export function createStateCache(limit: number) {
  const states = new Map<string, CachedState>();
  return {
    get(stream: string): CachedState | undefined {
      const found = states.get(stream);
      if (found) {
        states.delete(stream);
        states.set(stream, found);
      }
      return found;
    },
    set(stream: string, state: CachedState): void {
      const known = states.get(stream);
      if (known && known.revision > state.revision) return;
      states.delete(stream);
      states.set(stream, state);
      if (states.size > limit) states.delete(states.keys().next().value!);
    },
    get size(): number {
      return states.size;
    },
  };
}
