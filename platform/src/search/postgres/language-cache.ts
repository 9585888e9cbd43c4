import type { Clock } from "../../clock.ts";
import type { OwnWord } from "../text/own-words.ts";
import { languagesOf } from "../text/languages.ts";
import type { Language } from "../text/stem.ts";

const lifetimeMs = 10 * 60_000;
const maxPeople = 10_000;
/**
 * The languages of a person are cached only if at least one frequent word of a language is in this many of the person's entries. Then
 * ten minutes of writing hardly change the languages.
 */
const enoughEntries = 100;

/**
 * Keeps the languages of a person for ten minutes, if the person has written much. Meanwhile, searches need not read the person's
 * frequent words, which takes a twentieth of the time of a search.
 */
export function createLanguageCache({ clock }: { clock: Clock }) {
  const cachedPeople = new Map<number, { readonly languages: readonly Language[]; readonly until: number }>();
  return {
    /** The languages of a person. Calls `read` for the person's frequent words, unless the languages are cached. */
    async get(userId: number, read: () => Promise<readonly OwnWord[]>): Promise<readonly Language[]> {
      const cached = cachedPeople.get(userId);
      if (cached && cached.until > clock.now()) return cached.languages;
      cachedPeople.delete(userId);
      const words = await read();
      const languages = languagesOf(new Map(words.map(({ word, entries }) => [word, entries])));
      if (words.some(({ entries }) => entries >= enoughEntries)) {
        cachedPeople.set(userId, { languages, until: clock.now() + lifetimeMs });
        if (cachedPeople.size > maxPeople) cachedPeople.delete(cachedPeople.keys().next().value!);
      }
      return languages;
    },
  };
}

/** See {@link createLanguageCache}. */
export type LanguageCache = ReturnType<typeof createLanguageCache>;
