import { expect, test } from "vitest";
import type { Api } from "../shared/api-client.ts";
import { sampleJournal } from "../shared/testing/sample-journal.ts";
import { JournalsStore } from "./journals.store.ts";

const twoJournals = [sampleJournal(1, { name: "First" }), sampleJournal(2, { name: "Second" })];

/** A store with two journals, whose calls wait for the test to answer them. */
function withOpenCalls() {
  const replies: ((reply: unknown) => void)[] = [];
  const call = () => new Promise((resolve) => replies.push(resolve));
  const journals = new JournalsStore({ call } as unknown as Api);
  journals.all = twoJournals;
  return { journals, replies };
}

test("a deleted journal does not come back with a list that was requested before", async () => {
  const { journals, replies } = withOpenCalls();
  const load = journals.load();
  const removal = journals.remove(1);
  replies[1]!({ ok: true });
  await removal;
  replies[0]!({ ok: true, data: { journals: twoJournals.map((journal) => ({ journal })) } });
  await load;
  expect(journals.all?.map(({ name }) => name)).toEqual(["Second"]);
});

const replyWith = (...ids: number[]) => ({
  ok: true,
  data: { journals: ids.map((id) => ({ journal: sampleJournal(id) })) },
});
const idsOf = (journals: JournalsStore) => journals.all?.map(({ id }) => id);

test("a deleted journal does not come back with the first list, when only some journals were loaded before", async () => {
  const { journals, replies } = withOpenCalls();
  journals.all = null;
  journals.put(sampleJournal(1));
  const load = journals.load();
  const removal = journals.remove(1);
  replies[1]!({ ok: true });
  await removal;
  replies[0]!(replyWith(1, 2));
  await load;
  expect(idsOf(journals)).toEqual([2]);
});

test("a list that was requested before a deletion still brings the order of the server", async () => {
  const { journals, replies } = withOpenCalls();
  const load = journals.load();
  const removal = journals.remove(1);
  replies[1]!({ ok: true });
  await removal;
  replies[0]!(replyWith(3, 1, 2));
  await load;
  expect(idsOf(journals)).toEqual([3, 2]);
});

test("a journal that was deleted and restored stays with a list that was requested before the deletion", async () => {
  const { journals, replies } = withOpenCalls();
  const load = journals.load();
  const removal = journals.remove(1);
  replies[1]!({ ok: true });
  await removal;
  journals.put(sampleJournal(1));
  replies[0]!(replyWith(1, 2));
  await load;
  expect(idsOf(journals)).toEqual([1, 2]);
});

test("a reply that comes after clear puts no journal into the store", async () => {
  const { journals, replies } = withOpenCalls();
  void journals.rename(1, "Mine");
  void journals.create("Mine");
  void journals.switchLookingGlass(1, true);
  journals.clear();
  for (const reply of replies.slice())
    reply({ ok: true, data: { journal: sampleJournal(1, { name: "Mine" }) } });
  // All promise callbacks run before the next task.
  await new Promise((resolve) => setImmediate(resolve));
  expect(journals.loaded).toEqual([]);
  expect(replies).toHaveLength(3);
});
