import type { Reply } from "@daybook/domain/contract/contract";
import type { CallName } from "@daybook/domain/contract/paths";
import type { RemoteAnswer, RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import type { TestDaybook } from "./harness.ts";

/** The body of an answer that must be a success. */
export function must<N extends CallName>(answer: RemoteAnswer<N>): Exclude<Reply<N>, null> {
  if (answer.ok) return answer.body;
  throw new Error(`${answer.status} ${answer.body.code}: ${answer.body.error}`);
}

/** The journal that somebody's account began with. */
export async function firstJournalOf(person: RemoteDaybook): Promise<string> {
  const { journals } = must(await person.call("listJournals"));
  const id = journals[0]?.journal.id;
  if (id === undefined) throw new Error("there is no journal");
  return String(id);
}

/** Somebody new with PRO, which is in effect everywhere. */
export async function paidPerson(daybook: TestDaybook): Promise<RemoteDaybook> {
  const person = await daybook.newPerson();
  await daybook.grant(person, { level: "pro", years: 1 });
  await daybook.caughtUp();
  return person;
}
