// Runs first: it mostly waits for timeouts, so other files can run meanwhile.
import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { ok } from "../answers.ts";
import { startTestDaybook } from "./harness.ts";
import { sampleImages } from "@daybook/platform/testing/sample-images";
import { startSilentServer } from "@daybook/platform/testing/silent-server";

const pollOptions = { timeout: 60_000, interval: 25 };

describe("without a reachable search engine", () => {
  it("saving works, and a search is refused with 503", async () => {
    const daybook = await startTestDaybook({
      MEILISEARCH_URL: "http://127.0.0.1:9",
      MEILISEARCH_KEY: "none",
    });
    try {
      const person = await daybook.newPerson();
      const journalId = String(ok(await person.call("listJournals")).journals[0]?.journal.id);
      const body = { title: "Written all the same" };
      ok(await person.call("createEntry", { params: { journalId }, body, key: randomUUID() }));
      const answer = await person.call("search", { query: { query: "Gossamerkite" } });
      expect([answer.status, !answer.ok && answer.body.code]).toEqual([503, "unavailable"]);
      expect(ok(await person.call("search", { query: { query: "" } })).total_entries).toBe(0);
      await vi.waitFor(async () => {
        const health = await daybook.platform.roles.get("search-indexer")?.health();
        expect(health).toEqual({ status: "degraded" });
      }, pollOptions);
      expect(daybook.log()).not.toMatch(/gossamerkite|Written all/i);
    } finally {
      await daybook.stop();
    }
  });
});

describe("with a search engine and a bucket that never answer", () => {
  it("saving works, searches and photos are refused with 503, and the health names both servers", async () => {
    const silentServer = await startSilentServer();
    const address = `127.0.0.1:${silentServer.port}`;
    const daybook = await startTestDaybook({
      MEILISEARCH_URL: `http://${address}`,
      MEILISEARCH_KEY: "none",
      S3_URL: `http://KEY:SECRET@${address}/bucket`,
    });
    try {
      const person = await daybook.newPerson();
      const journalId = String(ok(await person.call("listJournals")).journals[0]?.journal.id);
      const body = { title: "Written all the same" };
      const { entry } = ok(
        await person.call("createEntry", { params: { journalId }, body, key: randomUUID() }),
      );
      const { status, dependencies } = ok(await person.call("health"));
      expect([status, dependencies]).toEqual([
        "degraded",
        {
          database: { status: "ok" },
          search: { status: "down" },
          photos: { status: "down" },
          "job-clock": { status: "ok" },
          disk: { status: "ok" },
        },
      ]);
      const params = { journalId, entryId: String(entry.id) };
      const upload = { params, body: { photo: await sampleImages.jpeg() }, key: randomUUID() };
      const photoAnswer = await person.call("addPhoto", upload);
      expect(photoAnswer.status).toBe(503);
      expect((await person.call("search", { query: { query: "kite" } })).status).toBe(503);
    } finally {
      await daybook.stop();
      await silentServer.close();
    }
  });
});
