import type { Reply } from "@daybook/domain/contract/contract";
import type { CallName } from "@daybook/domain/contract/paths";
import type { RemoteAnswer, RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import type { RunningDaybook } from "./shared-daybook.ts";

/** The body of a successful answer; throws otherwise. */
export function must<N extends CallName>(answer: RemoteAnswer<N>): Exclude<Reply<N>, null> {
  if (answer.ok) return answer.body;
  throw new Error(`${answer.status} ${answer.body.code}: ${answer.body.error}`);
}

/** The first journal of a person. */
export async function firstJournalOf(person: RemoteDaybook): Promise<string> {
  const { journals } = must(await person.call("listJournals"));
  const id = journals[0]?.journal.id;
  if (id === undefined) throw new Error("there is no journal");
  return String(id);
}

/** A new person with PRO, once PRO is in effect in every read model. */
export async function paidPerson(daybook: RunningDaybook): Promise<RemoteDaybook> {
  const person = await daybook.newPerson();
  await daybook.grant(person, { level: "pro", years: 1 });
  await daybook.waitUntilCaughtUp();
  return person;
}
