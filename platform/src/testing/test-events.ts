import { randomUUID } from "node:crypto";
import type { NewEvent } from "../event-store/event-store.ts";

/** An event for a test, with a new id by default. */
export function testEvent(data: unknown = { n: 1 }, id: string = randomUUID()): NewEvent {
  const meta = {
    commandId: id,
    actor: "1",
    sessionId: null,
    requestId: null,
    source: "system" as const,
    at: "2026-11-20T10:00:00.000Z",
  };
  return { id, type: "Tested", version: 1, data, meta };
}

/** A new stream name: the store under test may be a shared server. */
export const newStream = (): string => `test-${randomUUID()}`;
