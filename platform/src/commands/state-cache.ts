/** A folded state and its revision. */
export type CachedState = { readonly state: unknown; readonly revision: number };

/**
 * Folded states by stream. The least recently used states are dropped first. A cached state may be outdated. States contain no private
 * text.
 */
export function createStateCache(limit: number) {
  const states = new Map<string, CachedState>();
  return {
    get(stream: string): CachedState | undefined {
      const cachedState = states.get(stream);
      if (cachedState) {
        states.delete(stream);
        states.set(stream, cachedState);
      }
      return cachedState;
    },
    set(stream: string, state: CachedState): void {
      const cachedState = states.get(stream);
      if (cachedState && cachedState.revision > state.revision) return;
      states.delete(stream);
      states.set(stream, state);
      if (states.size > limit) states.delete(states.keys().next().value!);
    },
    get size(): number {
      return states.size;
    },
  };
}
