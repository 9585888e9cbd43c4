import { inlineTextWork } from "@daybook/application/texts/text-work";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import type { Platform, Role } from "@daybook/platform/platform";
import { createPostgresSearch } from "@daybook/platform/search/postgres/postgres-index";
import type { SearchIndex, SearchWriter } from "@daybook/platform/search/search-index";
import { createPositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import { createKeyVault } from "@daybook/platform/vault/key-vault";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import { startSearchIndexer } from "@daybook/search-indexer/main";
import { type MaintenanceDeps, verifySearch } from "@daybook/search-indexer/maintenance";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { ok } from "../answers.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

/** How long the tests wait for the index. */
export const pollOptions = { timeout: 60_000, interval: 25 };

/** The number of entries that a search finds. */
export const countFound = async (person: RemoteDaybook, query: string): Promise<number> =>
  ok(await person.call("search", { query: { query } })).total_entries;

type Setup = {
  daybook: TestDaybook;
  platform: Platform;
  diarist: Diarist;
  index: SearchIndex;
  maintenanceDeps: MaintenanceDeps;
  /** The indexer that runs in `withIndexer`. */
  role?: Role | undefined;
};

/** A Daybook whose search indexer is run by the tests. `setup` is filled before the first test. */
export function useIndexer() {
  const setup = {} as Setup;
  beforeAll(async () => {
    setup.daybook = await startTestDaybook();
    const { platform } = setup.daybook;
    const { pools, masterKey, listener, store } = platform;
    if (!masterKey) throw new Error("no master key");
    const pool = pools.durable;
    setup.platform = platform;
    setup.diarist = await newDiarist(setup.daybook);
    setup.index = createPostgresSearch({ pool: pools.relaxed });
    setup.maintenanceDeps = {
      pool,
      store,
      index: setup.index,
      texts: inlineTextWork,
      vault: createKeyVault({ pool, masterKey }),
      waiter: createPositionWaiter({ listener, pool, readCheckpoints }),
      signal: new AbortController().signal,
    };
    // From here on these tests run the indexer themselves.
    await platform.roles.get("search-indexer")?.stop();
  });
  afterAll(async () => {
    await setup.role?.stop();
    await setup.daybook?.stop();
  });

  return {
    setup,
    /** Waits until a search finds this many entries. */
    expectFound: (query: string, expected: number): Promise<void> =>
      vi.waitFor(
        async () => expect(await countFound(setup.diarist.person, query)).toBe(expected),
        pollOptions,
      ),
    /** Runs an indexer with this index during `work`. */
    withIndexer: async <T>(searchIndex: SearchIndex, work: () => Promise<T>): Promise<T> => {
      setup.role = await startSearchIndexer(setup.platform, { index: searchIndex });
      try {
        return await work();
      } finally {
        await setup.role.stop();
        setup.role = undefined;
      }
    },
    /** The index, with some write functions replaced. */
    indexWithWriter: (change: (writer: SearchWriter) => Partial<SearchWriter>): SearchIndex => ({
      ...setup.index,
      async openWriter() {
        const writer = await setup.index.openWriter();
        return { ...writer, ...change(writer) };
      },
    }),
    /** Expects that the index equals the read models. */
    expectConsistent: async (): Promise<void> => {
      const { differences, isWordListCorrect } = await verifySearch(setup.maintenanceDeps);
      expect({ differences, isWordListCorrect }).toEqual({ differences: [], isWordListCorrect: true });
    },
  };
}
