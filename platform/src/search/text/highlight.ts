import type { SearchTerm } from "./parse-query.ts";
import { matchedLength, type Token, tokenise } from "./tokens.ts";

/** A place in a text that matches a term; `term` is the position of the term in the query. */
export type Match = { readonly start: number; readonly end: number; readonly term: number };

const excerptLength = 200;
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** The places that match the terms of a query, in the order of the text. */
export function matchesIn(text: string, terms: readonly SearchTerm[]): Match[] {
  const tokens = tokenise(text);
  const termsByFirstWord = new Map<string, number[]>();
  const prefixTerms: number[] = [];
  for (const [index, { words, isPrefix, otherForms }] of terms.entries()) {
    const firstWord = words[0]?.word;
    if (firstWord === undefined) continue;
    if (words.length === 1 && isPrefix) prefixTerms.push(index);
    else termsByFirstWord.set(firstWord, [...(termsByFirstWord.get(firstWord) ?? []), index]);
    for (const word of otherForms) termsByFirstWord.set(word, [...(termsByFirstWord.get(word) ?? []), index]);
  }
  const matches: Match[] = [];
  const findTermsThatMayStartAt = (word: string): readonly number[] => {
    const matchingPrefixTerms = prefixTerms.filter((index) => hasPrefix(word, terms[index]));
    const wholeWordTerms = termsByFirstWord.get(word);
    return wholeWordTerms ? [...new Set([...wholeWordTerms, ...matchingPrefixTerms])] : matchingPrefixTerms;
  };
  for (const [tokenIndex, { word, start, compound }] of tokens.entries()) {
    const candidateTerms = findTermsThatMayStartAt(word);
    for (const index of candidateTerms) {
      const match = matchAt({ text, tokens }, tokenIndex, terms[index], index);
      if (match) matches.push(match);
    }
    for (const index of compound ? findTermsThatMayStartAt(compound.word) : []) {
      const isNewMatch = !candidateTerms.includes(index) && terms[index]?.words.length === 1;
      if (compound && isNewMatch) matches.push({ start, end: compound.end, term: index });
    }
  }
  return matches;
}

const hasPrefix = (word: string, term: SearchTerm | undefined): boolean =>
  term !== undefined && word.startsWith(term.words[0]?.word ?? word);

function matchAt(
  { text, tokens }: { readonly text: string; readonly tokens: readonly Token[] },
  tokenIndex: number,
  term: SearchTerm | undefined,
  termIndex: number,
): Match | null {
  if (!term) return null;
  const { words, isPrefix, otherForms } = term;
  let end: number | null = null;
  for (const [offset, { word }] of words.entries()) {
    const token = tokens[tokenIndex + offset];
    const isLast = offset === words.length - 1;
    const matchesWord = (foundWord: string): boolean =>
      (isPrefix && isLast ? foundWord.startsWith(word) : foundWord === word) ||
      otherForms.includes(foundWord);
    if (token && matchesWord(token.word)) end = token.end;
    // The last word of a phrase also matches words that are joined by apostrophes: `dont` matches "don't". Its earlier words do not.
    else if (isLast && offset > 0 && token?.compound && matchesWord(token.compound.word))
      end = token.compound.end;
    else return null;
  }
  const firstToken = tokens[tokenIndex];
  if (!firstToken || end === null) return null;
  const { start } = firstToken;
  const [onlyWord = ""] = words.length === 1 ? words.map(({ word }) => word) : [];
  // A single typed character highlights only itself, not the word that it begins. In Chinese, Japanese and Korean, that word is a
  // pair of characters.
  const isSingleCharacter = isPrefix && Array.from(onlyWord).length === 1;
  return {
    start,
    end: isSingleCharacter ? start + matchedLength(text.slice(start, end), onlyWord) : end,
    term: termIndex,
  };
}

/** True when every term matches somewhere in the text. */
export function matchesAll(text: string, terms: readonly SearchTerm[]): boolean {
  return new Set(matchesIn(text, terms).map(({ term }) => term)).size === terms.length;
}

function markMatches(text: string, matches: readonly Match[], from: number, to: number): string {
  let html = "";
  let position = from;
  for (const { start, end } of [...matches].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= position || start >= to) continue;
    const markStart = Math.max(start, position);
    const markEnd = Math.min(end, to);
    html += escapeHtml(text.slice(position, markStart));
    html += `<mark>${escapeHtml(text.slice(markStart, markEnd))}</mark>`;
    position = markEnd;
  }
  return (html + escapeHtml(text.slice(position, to))).replaceAll("</mark><mark>", "");
}

/** A text as HTML: matches are in `<mark>`, everything else is escaped. */
export const highlight = (text: string, terms: readonly SearchTerm[]): string =>
  markMatches(text, matchesIn(text, terms), 0, text.length);

/**
 * The matches of the best window, which is at most as long as an excerpt. The best window has the most different terms; among several
 * of those, the most matches. A single match may be longer.
 */
function bestWindow(matches: readonly Match[]): readonly Match[] {
  let bestMatches: readonly Match[] = [];
  let bestScore = -1;
  /** The index of the first match after the window. */
  let windowEnd = 0;
  const countsByTerm = new Map<number, number>();
  for (const [first, match] of matches.entries()) {
    for (
      ;
      windowEnd < matches.length && (matches[windowEnd]?.end ?? 0) <= match.start + excerptLength;
      windowEnd++
    ) {
      const term = matches[windowEnd]?.term ?? 0;
      countsByTerm.set(term, (countsByTerm.get(term) ?? 0) + 1);
    }
    const score = countsByTerm.size * 1_000 + Math.min(windowEnd - first, 999);
    if (score > bestScore)
      [bestMatches, bestScore] = [matches.slice(first, Math.max(windowEnd, first + 1)), score];
    const remaining = (countsByTerm.get(match.term) ?? 1) - 1;
    if (remaining > 0) countsByTerm.set(match.term, remaining);
    else countsByTerm.delete(match.term);
    windowEnd = Math.max(windowEnd, first + 1);
  }
  return bestMatches;
}

/** How many UTF-16 units {@link findBoundary} looks at. */
const maxBoundarySteps = 30;
/** Matches a text that begins inside a character: with the second half of a surrogate pair, a mark or a joiner. */
const restOfCharacter = /^[\uDC00-\uDFFF\p{M}\u200D]/u;

/**
 * Finds a good place to cut a text: the nearest white space from `at` in a direction, or the beginning or end of the text. Without such a
 * place nearby, returns `at`. If `at` is inside a character, such as a letter with an accent, returns the beginning of this character
 * instead, if that is nearby.
 */
function findBoundary(text: string, at: number, direction: 1 | -1): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length);
  for (let step = 0; step < maxBoundarySteps; step++) {
    const candidate = at + step * direction;
    if (
      candidate <= 0 ||
      candidate >= text.length ||
      /\s/.test(text.charAt(candidate - 1)) ||
      /\s/.test(text.charAt(candidate))
    )
      return Math.min(Math.max(candidate, 0), text.length);
  }
  for (let candidate = at; candidate > Math.max(0, at - maxBoundarySteps); candidate--) {
    if (!restOfCharacter.test(text.slice(candidate, candidate + 2))) return candidate;
  }
  return at;
}

/**
 * About 200 characters from the place of a text that matches the most terms; without a match, from its beginning. The excerpt is one line
 * of HTML: matches are in `<mark>`, everything else is escaped, and "…" marks omitted text.
 */
export function excerptAround(source: string, terms: readonly SearchTerm[]): string {
  const text = source.replace(/\s+/g, " ").trim();
  const matches = matchesIn(text, terms).sort((a, b) => a.start - b.start || a.end - b.end);
  const excerptWindow = bestWindow(matches);
  const start = excerptWindow[0]?.start ?? 0;
  const end = Math.max(start, ...excerptWindow.map((match) => match.end));
  const spareLength = Math.max(0, excerptLength - (end - start));
  const leadLength = Math.min(start, Math.floor(spareLength / 2));
  let to = Math.min(text.length, start - leadLength + excerptLength);
  let from = Math.max(0, Math.min(start - leadLength, to - excerptLength));
  from = from === 0 ? 0 : findBoundary(text, from, 1);
  if (from > start) from = start;
  to = to === text.length ? to : findBoundary(text, to, -1);
  if (to <= from) to = Math.min(text.length, from + excerptLength);
  const html = markMatches(text, matches, from, to).trim();
  return `${from > 0 ? "…" : ""}${html}${to < text.length ? "…" : ""}`;
}
