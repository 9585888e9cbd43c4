import type { RemoteInput } from "@daybook/bin/remote/remote-daybook";
import type { BodyOf, QueryOf } from "@daybook/domain/contract/contract";
import type { CallName } from "@daybook/domain/contract/paths";
import type { Page } from "@playwright/test";
import type { Product } from "../fixtures.ts";
import { lockForm, logInNewUser } from "./test-users.ts";

/**
 * Creates an account through the API and logs the page in. Returns functions that read and change the account's journal.
 *
 * @param options.pro whether the account has PRO, and a second journal "Letters"
 * @param options.timezone the time zone of the account, by default that of the test browsers
 */
export async function createDiary(
  page: Page,
  product: Product,
  { pro = false, timezone }: { pro?: boolean; timezone?: string } = {},
) {
  const {
    person,
    remote,
    journalId: firstJournalId,
  } = await logInNewUser(page, product, { pro, ...(timezone && { timezone }) });
  const journalId = Number(firstJournalId);

  async function call<N extends CallName>(name: N, input: RemoteInput<N> = {}) {
    const answer = await remote.call(name, input);
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.body.error}`);
    return answer.body;
  }

  /** No journal has this id. */
  const noJournalId = 0;
  const lettersId = pro
    ? (await call("createJournal", { body: { name: "Letters" } })).journal.id
    : noJournalId;
  /** The input of a call about a journal; by default about the account's first one. */
  const inJournal = (targetJournalId = journalId) => ({ params: { journalId: String(targetJournalId) } });

  const diary = {
    person,
    remote,
    call,
    journalId,
    lettersId,
    inJournal,
    /** The path of the entry list. */
    listPath: `/journals/${journalId}/entries`,
    write: async (title: string, body: BodyOf<"createEntry"> = {}, targetJournalId = journalId) =>
      (
        await call("createEntry", {
          ...inJournal(targetJournalId),
          body: { title, richtext_body: `<p>About ${title}.</p>`, ...body },
        })
      ).entry,
    /** Writes an entry of a day, at noon. */
    writeOn: (day: string, title: string, words = `About ${title}.`) =>
      diary.write(title, {
        richtext_body: `<p>${words}</p>`,
        local_date: day,
        created_at: `${day}T12:00:00.000Z`,
      }),
    /** Writes the entries "Day 1", "Day 2" and so on, from 1 January 1660 on, and returns their ids. */
    async writeMany(count: number): Promise<number[]> {
      const ids: number[] = [];
      let next = 0;
      const worker = async (): Promise<void> => {
        for (let n = next++; n < count; n = next++) {
          const day = new Date(Date.UTC(1660, 0, 1 + n)).toISOString().slice(0, 10);
          // oxlint-disable-next-line no-await-in-loop -- a worker writes its entries in order
          ids[n] = (await diary.writeOn(day, `Day ${n + 1}`)).id;
        }
      };
      await Promise.all(Array.from({ length: 8 }, worker));
      return ids;
    },
    /** Puts a new tag on entries. */
    tag: (name: string, ids: readonly number[]) =>
      call("createTag", { body: { name, entries_added_to: [...ids] } }),
    /** Puts a password lock on an entry. */
    lock: (entryId: number, targetJournalId = journalId) =>
      call("updateEntry", {
        params: { ...inJournal(targetJournalId).params, entryId: String(entryId) },
        body: lockForm,
      }),
    trash: (ids: readonly number[]) =>
      call("deleteEntries", { ...inJournal(), body: { entry_ids: [...ids] } }),
    /** The titles in the entry list, at most a hundred, in its order. */
    titles: async (query: QueryOf<"listEntries"> = {}, targetJournalId = journalId) =>
      (
        await call("listEntries", { ...inJournal(targetJournalId), query: { limit: "100", ...query } })
      ).entries.map(({ entry }) => entry.title),
  };
  return diary;
}

/** See {@link createDiary}. */
export type Diary = Awaited<ReturnType<typeof createDiary>>;
