import { randomUUID } from "node:crypto";
import { type SearchIndex, SearchUnavailable } from "@daybook/platform/search/search-index";
import { eventBatchSize } from "@daybook/search-indexer/collect-changes";
import { leaseLockId } from "@daybook/search-indexer/lease";
import { startSearchIndexer } from "@daybook/search-indexer/main";
import { describe, expect, it, vi } from "vitest";
import { ok } from "../answers.ts";
import { countFound, pollOptions, useIndexer } from "./indexer-steps.ts";

const { setup, expectConsistent, expectFound, indexWithWriter, withIndexer } = useIndexer();

/** Appends more events than a batch has, none of which the index needs. Calls of the API would take two seconds of processor time. */
async function appendStars(entryId: number): Promise<void> {
  const { store } = setup.platform;
  for (const starred of [true, false]) {
    const entry = setup.diarist.inEntry(setup.diarist.firstJournalId, entryId);
    ok(await setup.diarist.person.call("updateEntry", { ...entry, body: { starred }, key: randomUUID() }));
  }
  const storedEvents = await store.readStream(`entry-${entryId}`, { limit: 10 });
  const [starred, unstarred] = storedEvents.slice(-2);
  if (!starred || !unstarred) throw new Error("the entry was not starred");
  const events = Array.from({ length: eventBatchSize + 20 }, (_, index) => {
    const { type, version, data, meta } = index % 2 === 0 ? starred : unstarred;
    return { id: randomUUID(), type, version, data, meta };
  });
  expect(await store.append(`entry-${entryId}`, unstarred.revision, events)).toMatchObject({ status: "ok" });
}

describe("the indexer", () => {
  it("the indexer repeats a batch after a crash before its checkpoint, and counts nothing twice", async () => {
    await setup.diarist.write({ title: "Crashing", richtext_body: "<p>waves on the shore</p>" });
    let hasFailed = false;
    const failingIndex = indexWithWriter((writer) => ({
      saveCheckpoint: (position) => {
        if (hasFailed) return writer.saveCheckpoint(position);
        hasFailed = true;
        return Promise.reject(new Error("killed"));
      },
    }));
    await withIndexer(failingIndex, async () => {
      await expectFound("waves", 1);
      await vi.waitFor(async () => {
        expect(hasFailed).toBe(true);
        expect((await setup.index.status()).checkpoint).toBe(await setup.platform.store.head());
      }, pollOptions);
    });
    await expectConsistent();
  });

  it("the indexer catches up with what people wrote while the index was unreachable", async () => {
    let isUnavailable = true;
    const runUnlessDown = <T>(work: () => Promise<T>): Promise<T> =>
      isUnavailable ? Promise.reject(new SearchUnavailable("ECONNREFUSED")) : work();
    const indexThatIsDown: SearchIndex = {
      ...setup.index,
      openWriter: () => runUnlessDown(() => setup.index.openWriter()),
    };
    await withIndexer(indexThatIsDown, async () => {
      const ids = await setup.diarist.writeMany(12);
      await setup.diarist.trash(ids.slice(0, 2));
      await vi.waitFor(
        async () => expect(await setup.role?.health()).toEqual({ status: "degraded" }),
        pollOptions,
      );
      expect(await countFound(setup.diarist.person, "entry")).toBe(0);
      isUnavailable = false;
      await expectFound("entry", 10);
      await vi.waitFor(async () => expect(await setup.role?.health()).toEqual({ status: "ok" }), pollOptions);
    });
    await expectConsistent();
  });

  it("the indexer removes the text of entries that were locked while it was down, and the search never shows that text", async () => {
    const { id } = await setup.diarist.write({
      title: "Behind",
      richtext_body: "<p>the Gossamerkite flies</p>",
    });
    await withIndexer(setup.index, () => expectFound("gossamerkite", 1));
    const secret = "by water to Deptford";
    const body = { lock: true, plain_password: secret, retype_password: secret, password_hint: "a river" };
    ok(
      await setup.diarist.person.call("updateEntry", {
        ...setup.diarist.inEntry(setup.diarist.firstJournalId, id),
        body,
        key: randomUUID(),
      }),
    );
    expect(await countFound(setup.diarist.person, "gossamerkite")).toBe(0);
    expect(await countFound(setup.diarist.person, "behind")).toBe(1);
    await withIndexer(setup.index, () =>
      vi.waitFor(async () => {
        const { rows } = await setup.platform.pools.durable.query(
          `SELECT FROM search.documents_a WHERE words::text LIKE '%gossamerkite%' UNION ALL
           SELECT FROM search.documents_b WHERE words::text LIKE '%gossamerkite%' UNION ALL
           SELECT FROM search.words_a WHERE word = 'gossamerkite' UNION ALL
           SELECT FROM search.words_b WHERE word = 'gossamerkite'`,
        );
        expect(rows).toHaveLength(0);
      }, pollOptions),
    );
    await expectConsistent();
  });

  it("the indexer rebuilds an empty index at its start", async () => {
    await setup.platform.pools.durable.query(
      "TRUNCATE search.indexes, search.documents_a, search.documents_b, search.words_a, search.words_b",
    );
    expect(await countFound(setup.diarist.person, "waves")).toBe(0);
    await withIndexer(setup.index, () => expectFound("waves", 1));
    await expectConsistent();
  });

  it("the indexer does not delay other changes because of a journal with very many entries", async () => {
    const { person } = setup.diarist;
    const journalId = ok(await person.call("createJournal", { body: { name: "Many" }, key: randomUUID() }))
      .journal.id;
    await setup.diarist.writeMany(120, journalId);
    await withIndexer(setup.index, () => expectFound("entry", 130));
    ok(await person.call("deleteJournal", { ...setup.diarist.inJournal(journalId), key: randomUUID() }));
    await appendStars((await setup.diarist.write({ title: "Starred" })).id);
    const latecomer = await setup.diarist.write({ title: "Latecomer" });
    const indexerSteps: string[] = [];
    const watchedIndex = indexWithWriter((writer) => ({
      async put(documents, position) {
        await writer.put(documents, position);
        if (documents.some(({ entryId }) => entryId === latecomer.id)) indexerSteps.push("latecomer");
      },
      async saveCheckpoint(position) {
        indexerSteps.push("checkpoint");
        await writer.saveCheckpoint(position);
      },
    }));
    await withIndexer(watchedIndex, () => expectFound("latecomer", 1));
    await withIndexer(setup.index, () => expectFound("entry", 10));
    expect(indexerSteps[0]).toBe("latecomer");
    await expectConsistent();
  });

  it("the indexer no longer reports its failure after another process has taken over", async () => {
    const indexThatIsDown: SearchIndex = {
      ...setup.index,
      openWriter: () => Promise.reject(new SearchUnavailable("ECONNREFUSED")),
    };
    await withIndexer(indexThatIsDown, async () => {
      const readHealth = () => setup.role?.health();
      await vi.waitFor(async () => expect(await readHealth()).toEqual({ status: "degraded" }), pollOptions);
      const pool = setup.platform.pools.durable;
      const otherProcess = await pool.connect();
      try {
        // The other process waits for the lease, and so gets it before the failing indexer can take it back.
        const lease = otherProcess.query("SELECT pg_advisory_lock($1)", [leaseLockId]);
        const endLease = `SELECT pg_terminate_backend(holder.pid) FROM pg_locks holder JOIN pg_locks waiter USING (locktype, database, classid, objid)
          WHERE locktype = 'advisory' AND objid = $1 AND holder.granted AND NOT waiter.granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
        await vi.waitFor(
          async () => expect((await pool.query(endLease, [leaseLockId])).rowCount).toBe(1),
          pollOptions,
        );
        await lease;
        await vi.waitFor(async () => expect(await readHealth()).toEqual({ status: "ok" }), pollOptions);
      } finally {
        otherProcess.release(true);
      }
    });
    await expectConsistent();
  });

  it("the indexer is replaced by a second one when it stops", async () => {
    await withIndexer(setup.index, async () => {
      const otherIndexer = await startSearchIndexer(setup.platform, { index: setup.index });
      await setup.diarist.write({ title: "Overtaken" });
      await expectFound("overtaken", 1);
      await setup.role?.stop();
      await setup.diarist.write({ title: "Overtaken again" });
      await expectFound("overtaken", 2);
      await otherIndexer.stop();
    });
    await expectConsistent();
  });
});
