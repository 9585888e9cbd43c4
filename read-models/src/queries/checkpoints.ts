import { parsePosition, type Position } from "@daybook/platform/event-store/position";
import { type Queryable, rowsOf } from "./queryable.ts";

/** The position of each projection in the log. */
export async function readCheckpoints(db: Queryable): Promise<Map<string, Position | null>> {
  const text = "SELECT c.projection, c.position FROM read_models.checkpoints c";
  const rows = await rowsOf<{ projection: string; position: string | null }>(db, "checkpoints", text, []);
  return new Map(
    rows.map(({ projection, position }) => [projection, position === null ? null : parsePosition(position)]),
  );
}
