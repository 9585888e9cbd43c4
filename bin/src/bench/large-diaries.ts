import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { CallName } from "@daybook/domain/contract/paths";
import { systemClock } from "@daybook/platform/clock";
import { readConfig } from "@daybook/platform/config";
import { loadOrCreateMasterKey } from "@daybook/platform/embedded/master-key";
import { createKeyVault } from "@daybook/platform/vault/key-vault";
import { withDaybook } from "../account/with-daybook.ts";
import { type RemoteDaybook, type RemoteInput, remoteDaybook } from "../remote/remote-daybook.ts";
import { withProduct } from "./bench-product.ts";
import {
  figureWithReference,
  type Figure,
  figure,
  isQuickRun,
  type Measurement,
  percentile,
} from "./figure.ts";
import { fillDiary, fillOtherDiaries } from "./fill-diary.ts";

const fullSizes = { sizes: [1_000, 10_000, 100_000], totalEntries: 1_000_000, rounds: 200 };
const quickSizes = { sizes: [200, 2_000], totalEntries: 10_000, rounds: 20 };
const pageCount = 100;
const password = "and so to bed 1660";

/** An account with one journal that is filled with `size` entries. */
type Diary = {
  readonly size: number;
  readonly daybook: RemoteDaybook;
  readonly userId: number;
  readonly journalId: string;
};
type Operation = { readonly name: string; readonly run: (diary: Diary, round: number) => Promise<void> };

/** Makes a call. Throws when it fails. */
async function callOrThrow<N extends CallName>(daybook: RemoteDaybook, name: N, input: RemoteInput<N>) {
  const answer = await daybook.call(name, input);
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.body.error}`);
  return answer.body;
}

/** Signs up an account; `size` is the number of entries that its diary will have. */
async function createDiary(url: string, size: number): Promise<Diary> {
  const daybook = remoteDaybook(url);
  const { user } = await daybook.logInOrSignUp({ email: `${randomUUID()}@example.com`, password });
  const { journals } = await callOrThrow(daybook, "listJournals", {});
  return { size, daybook, userId: user.id, journalId: String(journals[0]?.journal.id) };
}

/** The measured operations. Each is compared with the same operation in the smallest diary. */
function operationsOn(diaries: readonly Diary[]): Operation[] {
  const cursors = new Map<Diary, string | null>();
  const savedEntryByDiary = new Map<Diary, string>();
  const entryIdsByDiary = new Map<Diary, string[]>(diaries.map((diary) => [diary, []]));
  const params = ({ journalId }: Diary, entryId?: string) => ({ journalId, entryId: entryId ?? "0" });
  return [
    {
      name: "list, pages 1 to 100",
      async run(diary, round) {
        const query = { limit: "10", page: String((round % pageCount) + 1) };
        const { entries } = await callOrThrow(diary.daybook, "listEntries", { params: params(diary), query });
        entryIdsByDiary.get(diary)?.push(...entries.map(({ entry }) => String(entry.id)));
      },
    },
    {
      name: "list, next page by cursor",
      async run(diary) {
        const cursor = cursors.get(diary) ?? undefined;
        const query = { limit: "10", ...(cursor && { cursor }) };
        const { next_cursor } = await callOrThrow(diary.daybook, "listEntries", {
          params: params(diary),
          query,
        });
        cursors.set(diary, next_cursor);
      },
    },
    {
      name: "entry with 10 neighbours each way",
      async run(diary, round) {
        const ids = entryIdsByDiary.get(diary) ?? [];
        const path = params(diary, ids[(round * 7) % ids.length]);
        await callOrThrow(diary.daybook, "getEntry", { params: path, query: { previous: "10", next: "10" } });
      },
    },
    {
      name: "save",
      async run(diary, round) {
        const entryId = savedEntryByDiary.get(diary);
        const body = { title: "Bench", richtext_body: `<p>Page ${round}</p>` };
        const key = randomUUID();
        if (entryId) {
          await callOrThrow(diary.daybook, "updateEntry", { params: params(diary, entryId), body, key });
          return;
        }
        const reply = await callOrThrow(diary.daybook, "createEntry", { params: params(diary), body, key });
        savedEntryByDiary.set(diary, String(reply.entry.id));
      },
    },
    {
      name: "versions",
      async run(diary) {
        await callOrThrow(diary.daybook, "listVersions", {
          params: params(diary, savedEntryByDiary.get(diary)),
        });
      },
    },
  ];
}

/** The milliseconds of each operation in each diary. The diaries take turns, so that a busy machine affects all. */
async function measureTimes(operations: readonly Operation[], diaries: readonly Diary[], rounds: number) {
  const times = new Map(operations.map((operation) => [operation, diaries.map((): number[] => [])]));
  const warmUpRounds = Math.ceil(rounds / 10);
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    for (const operation of operations) {
      for (const [index, diary] of diaries.entries()) {
        const startedAt = performance.now();
        // oxlint-disable-next-line no-await-in-loop -- calls are measured one at a time
        await operation.run(diary, round);
        if (round >= warmUpRounds) times.get(operation)?.[index]?.push(performance.now() - startedAt);
      }
    }
  }
  return times;
}

/** Compares large journals with a small one. In a full run, the small one has a thousand entries, and the database a million. */
export const largeDiaries: Measurement = {
  name: "large-diaries",
  run: (effort) => {
    const { sizes, totalEntries, rounds } = isQuickRun(effort) ? quickSizes : fullSizes;
    return withProduct(async ({ url, dataFolder }) => {
      const diaries: Diary[] = [];
      // oxlint-disable-next-line no-await-in-loop -- one sign-up after the other
      for (const size of sizes) diaries.push(await createDiary(url, size));
      const operations = operationsOn(diaries);
      const save = operations.find(({ name }) => name === "save");
      // The first save creates the entry and the journal's row of counters.
      // oxlint-disable-next-line no-await-in-loop -- one diary after the other
      for (const diary of diaries) await save?.run(diary, 0);
      const config = readConfig({ DAYBOOK_DATA: dataFolder });
      await withDaybook(config, async ({ pool }) => {
        const masterKey = await loadOrCreateMasterKey(join(dataFolder, "keys"), undefined);
        const vault = createKeyVault({ pool, masterKey });
        let firstId = systemClock.now() * 100;
        for (const { size, userId, journalId } of diaries) {
          const diary = { userId, journalId: Number(journalId) };
          // oxlint-disable-next-line no-await-in-loop -- one diary after the other
          await fillDiary({ pool, vault }, diary, size - 1, firstId);
          firstId += size;
        }
        await fillOtherDiaries(pool, totalEntries - sizes.reduce((sum, size) => sum + size, 0), firstId);
      });
      const times = await measureTimes(operations, diaries, rounds);
      return operations.flatMap((operation): Figure[] => {
        const [smallestSamples = [], ...largerSamples] = times.get(operation) ?? [];
        const reference = { name: `${sizes[0]} entries`, value: percentile(smallestSamples, 0.5) };
        return [
          figure(`${operation.name}: ${sizes[0]} entries, p95`, percentile(smallestSamples, 0.95), "ms"),
          ...largerSamples.map((samples, index) =>
            figureWithReference(
              `${operation.name}: ${sizes[index + 1]} entries, p50`,
              percentile(samples, 0.5),
              "ms",
              reference,
              (ratio) => ({
                kind: "required",
                description: "≤ 1.5 ×",
                isMet: ratio <= 1.5,
              }),
            ),
          ),
        ];
      });
    });
  },
};
