import type { Projection } from "../core/define-projection.ts";

/** A projection with a fault: it cannot apply `EntryRevised` of the stream `fault.stream`. Setting it to `null` repairs the projection. */
export function breakProjection(projection: Projection, fault: { stream: string | null }): Projection {
  const { EntryRevised } = projection.handlers;
  return {
    ...projection,
    handlers: {
      ...projection.handlers,
      EntryRevised: (tables, data, source) => {
        if (source.stream === fault.stream) throw new RangeError("a fault of the handler");
        EntryRevised(tables, data, source);
      },
    },
  };
}
