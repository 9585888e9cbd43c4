import { setTimeout as sleep } from "node:timers/promises";
import { newKey } from "../remote/remote-daybook.ts";
import type { MemberCalls } from "./member-calls.ts";
import { Violation } from "./writers.ts";

/** The read models may be behind after a crash. */
const readTimeoutMs = 60_000;
const retryPauseMs = 100;
const pageSize = 100;

/** The journals and entries of a member. Each acknowledged entry must be there once, whatever happens to the membership. */
export function createMemberDiary({ calls, random }: { calls: MemberCalls; random: () => number }) {
  const { askLoggedIn } = calls;
  /** The titles of the acknowledged entries, by id. */
  const titles = new Map<number, string>();

  async function findJournalIds(): Promise<number[]> {
    const answer = await askLoggedIn("listJournals");
    return answer?.ok ? answer.body.journals.map(({ journal }) => journal.id) : [];
  }

  async function readEntries(journalIds: readonly number[]): Promise<string[]> {
    const lists = await Promise.all(
      journalIds.map(async (id) => {
        const query = { limit: String(pageSize) };
        const answer = await askLoggedIn("listEntries", { params: { journalId: String(id) }, query });
        return answer?.ok ? answer.body.entries.map(({ entry }) => `${entry.id} ${entry.title}`) : [];
      }),
    );
    return lists.flat();
  }

  /** Waits until the journals hold the acknowledged entries and no others, and `acceptsJournals` is true for their ids. */
  async function waitForEntries(acceptsJournals: (journalIds: readonly number[]) => boolean): Promise<void> {
    const expectedEntries = [...titles].map(([id, title]) => `${id} ${title}`).toSorted();
    const deadline = performance.now() + readTimeoutMs;
    for (;;) {
      const journalIds = await findJournalIds();
      const foundEntries = (await readEntries(journalIds)).toSorted();
      if (acceptsJournals(journalIds) && foundEntries.join("\n") === expectedEntries.join("\n")) return;
      if (performance.now() > deadline) {
        const missingEntries = expectedEntries.filter((entry) => !foundEntries.includes(entry));
        throw new Violation(
          `found ${foundEntries.length} entries in ${journalIds.length} journals, expected ${expectedEntries.length} (right number of journals: ${acceptsJournals(journalIds)}); missing: ${missingEntries.join(", ")}`,
        );
      }
      await sleep(retryPauseMs);
    }
  }

  return {
    /** Creates a second journal, so that a downgrade has something to merge. */
    async addJournal(): Promise<void> {
      const journalIds = await findJournalIds();
      if (journalIds.length === 1)
        await askLoggedIn("createJournal", { body: { name: "Second" }, key: newKey() });
    },

    /** Writes some entries. */
    async write(): Promise<void> {
      const journalIds = await findJournalIds();
      for (let count = 0; count < 3; count++) {
        const journalId = journalIds[Math.floor(random() * journalIds.length)];
        if (journalId === undefined || titles.size >= pageSize) return;
        const title = `Entry ${titles.size + 1}`;
        const params = { journalId: String(journalId) };
        const answer = await askLoggedIn("createEntry", { params, body: { title }, key: newKey() });
        if (!answer?.ok) throw new Violation(`an entry was refused: ${answer?.body.code ?? "no session"}`);
        titles.set(answer.body.entry.id, title);
      }
    },

    /** After a downgrade to the basic plan: all entries are in one journal. */
    checkMerged: () => waitForEntries((journalIds) => journalIds.length === 1),
    /** All entries are there, in any number of journals. */
    checkAll: () => waitForEntries(() => true),
  };
}
