import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { ok } from "./diarist.ts";
import { startTestDaybook } from "./harness.ts";

const soon = { timeout: 60_000, interval: 25 };

describe("without a reachable search engine", () => {
  it("saving works, and a search is a 503 with retry-after", async () => {
    const other = await startTestDaybook({ MEILISEARCH_URL: "http://127.0.0.1:9", MEILISEARCH_KEY: "none" });
    try {
      const person = await other.newPerson();
      const journalId = String(ok(await person.call("listJournals")).journals[0]?.journal.id);
      const body = { title: "Written all the same" };
      ok(await person.call("createEntry", { params: { journalId }, body, key: randomUUID() }));
      const answer = await person.call("search", { query: { query: "Gossamerkite" } });
      expect([answer.status, !answer.ok && answer.body.code]).toEqual([503, "unavailable"]);
      expect(ok(await person.call("search", { query: { query: "" } })).total_entries).toBe(0);
      await vi.waitFor(async () => {
        const health = await other.platform.roles.get("search-indexer")?.health();
        expect(health).toEqual({ status: "degraded" });
      }, soon);
      expect(other.log()).not.toMatch(/gossamerkite|Written all/i);
    } finally {
      await other.stop();
    }
  });
});
