import { bounds } from "../contract/bounds.ts";

const ending = "’s Journal";

/** The name of the journal that comes with an account. Of a very long first name it takes what fits, by whole characters. */
export function firstJournalName(firstName: string): string {
  let start = "";
  for (const character of firstName) {
    if (start.length + character.length + ending.length > bounds.journalName) break;
    start += character;
  }
  return start.trimEnd() + ending;
}
