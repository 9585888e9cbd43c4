import type { Projection } from "../core/define-projection.ts";

/**
 * The same projection with a fault that can be mended: while `fault.stream` names a stream, its revisions of
 * `EntryRevised` cannot be applied.
 */
export function breakProjection(projection: Projection, fault: { stream: string | null }): Projection {
  const { EntryRevised } = projection.handlers;
  return {
    ...projection,
    handlers: {
      ...projection.handlers,
      EntryRevised: (tables, data, place) => {
        if (place.stream === fault.stream) throw new RangeError("a fault of the handler");
        EntryRevised(tables, data, place);
      },
    },
  };
}
