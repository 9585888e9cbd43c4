import { bounds } from "../contract/bounds.ts";

const suffix = "’s Journal";

/** The name of a new account's first journal. Cuts a very long first name, but never inside a character. */
export function firstJournalName(firstName: string): string {
  let shortName = "";
  for (const character of firstName) {
    if (shortName.length + character.length + suffix.length > bounds.journalName) break;
    shortName += character;
  }
  return shortName.trimEnd() + suffix;
}
