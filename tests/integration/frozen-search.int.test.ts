import { randomUUID } from "node:crypto";
import { inlineTextWork } from "@daybook/application/texts/text-work";
import { openSearch } from "@daybook/platform/search/open-search";
import { createPositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import {
  meilisearchProgram,
  type MeilisearchServer,
  startMeilisearch,
} from "@daybook/platform/testing/meilisearch-server";
import { createKeyVault } from "@daybook/platform/vault/key-vault";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import { verifySearch } from "@daybook/search-indexer/maintenance";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ok } from "../answers.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { expectFound } from "./search-steps.ts";

const pollOptions = { timeout: 60_000, interval: 50 };

// Needs the program of a server that npm cannot install: `MEILISEARCH_PROGRAM=/usr/bin/meilisearch npm test`.
describe.skipIf(meilisearchProgram === undefined)("while Meilisearch does not answer", () => {
  let server: MeilisearchServer;
  let daybook: TestDaybook;
  let person: RemoteDaybook;
  let journalId: string;

  beforeAll(async () => {
    server = await startMeilisearch(meilisearchProgram ?? "");
    daybook = await startTestDaybook({ MEILISEARCH_URL: server.url, MEILISEARCH_KEY: server.key });
    person = await daybook.newPerson();
    journalId = String(ok(await person.call("listJournals")).journals[0]?.journal.id);
  }, 120_000);
  afterAll(async () => {
    server?.thaw();
    await daybook?.stop();
    await server?.stop();
  });

  async function write(text: string): Promise<number> {
    const body = { title: text, richtext_body: `<p>${text}</p>` };
    return ok(await person.call("createEntry", { params: { journalId }, body, key: randomUUID() })).entry.id;
  }
  async function rewrite(id: number, text: string): Promise<void> {
    const params = { journalId, entryId: String(id) };
    ok(await person.call("updateEntry", { params, body: { richtext_body: `<p>${text}</p>` } }));
  }
  const searchStatus = async (): Promise<number> =>
    (await person.call("search", { query: { query: "lantern" } })).status;
  const readHealth = async () => {
    const { status, dependencies } = ok(await person.call("health"));
    return [status, dependencies?.["search"]?.status];
  };

  async function findDifferences(): Promise<unknown> {
    const { platform } = daybook;
    const { pools, store, listener, masterKey } = platform;
    if (!masterKey) throw new Error("no master key");
    const pool = pools.durable;
    const waiter = createPositionWaiter({ listener, pool, readCheckpoints });
    try {
      const verification = await verifySearch({
        pool,
        store,
        waiter,
        index: await openSearch(platform),
        texts: inlineTextWork,
        vault: createKeyVault({ pool, masterKey }),
        signal: new AbortController().signal,
      });
      return verification.differences;
    } finally {
      waiter.close();
    }
  }

  /** Saves while the server does not answer, and checks that searches and the health say so. Returns the id of the new entry. */
  async function saveDuringOutage(earlierEntryId: number, word: string): Promise<number> {
    const id = await write(`${word} lantern`);
    await rewrite(earlierEntryId, `${word} candle`);
    // The first search waits, the others fail immediately.
    expect([await searchStatus(), await searchStatus(), await searchStatus()]).toEqual([503, 503, 503]);
    await vi.waitFor(async () => expect(await readHealth()).toEqual(["degraded", "down"]), pollOptions);
    await rewrite(earlierEntryId, `${word} candlestick`);
    return id;
  }

  async function expectNothingLost(earlierEntryId: number, id: number, word: string): Promise<void> {
    await vi.waitFor(async () => expect(await searchStatus()).toBe(200), pollOptions);
    await expectFound(person, { query: `${word} lantern` }, [id]);
    await expectFound(person, { query: `${word} candlestick` }, [earlierEntryId]);
    await vi.waitFor(async () => expect(await readHealth()).toEqual(["ok", "ok"]), pollOptions);
    expect(await findDifferences()).toEqual([]);
  }

  it("saves continue while it is frozen, and nothing is lost from the index", async () => {
    const earlierEntryId = await write("written before it froze");
    await expectFound(person, { query: "froze" }, [earlierEntryId]);
    server.freeze();
    const id = await saveDuringOutage(earlierEntryId, "frozen");
    server.thaw();
    await expectNothingLost(earlierEntryId, id, "frozen");
  });

  it("saves continue after it was killed, and nothing is lost after its restart", async () => {
    const earlierEntryId = await write("written before it was killed");
    await expectFound(person, { query: "killed" }, [earlierEntryId]);
    await write("perhaps not indexed yet");
    await server.kill();
    const id = await saveDuringOutage(earlierEntryId, "killed");
    await server.start();
    await expectNothingLost(earlierEntryId, id, "killed");
  });
});
