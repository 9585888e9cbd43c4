import type { Position } from "../../event-store/position.ts";
import type { EngineCheckpoints } from "./checkpoints.ts";

/** Checkpoints in memory, for tests. */
export function testCheckpoints(): EngineCheckpoints {
  const positions = new Map<string, Position>();
  return {
    read: async (generation) => positions.get(generation) ?? null,
    save: async (generation, position) => void positions.set(generation, position),
    keepOnly: async (generations) => {
      for (const generation of positions.keys())
        if (!generations.includes(generation)) positions.delete(generation);
    },
  };
}
