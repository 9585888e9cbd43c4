/** The minimum length of a word that may have one wrong letter, two, and two at any place in the word. */
const leastLetters = { forOne: 5, forTwo: 7, forTwoAnywhere: 9 } as const;
/** How many first letters of a word of medium length must be right when two others are wrong. */
export const exactPrefixLength = 2;

/** How many letters of a word may be wrong: none in a short word or a number. */
export function toleranceOf(word: string): 0 | 1 | 2 {
  const letters = Array.from(word).length;
  if (letters < leastLetters.forOne || /\p{N}/u.test(word)) return 0;
  return letters < leastLetters.forTwo ? 1 : 2;
}

/** True for a word that two wrong letters make unrecognisable unless its first letters are right. */
export const needsSoundStart = (word: string): boolean =>
  toleranceOf(word) === 2 && Array.from(word).length < leastLetters.forTwoAnywhere;

/** How many letters may be wrong when `word` means `meant`. */
export function toleranceBetween(word: string, correction: string): 0 | 1 | 2 {
  if (!needsSoundStart(word)) return toleranceOf(word);
  const start = Array.from(word).slice(0, exactPrefixLength).join("");
  return correction.startsWith(start) ? 2 : 1;
}

/**
 * Counts the letters that are missing, added, wrong or swapped with their neighbour. `whole` compares the two words;
 * `start` is the smallest count between the first word and any prefix of the second. Both stop counting above `max`.
 */
export function editDistance(
  from: string,
  to: string,
  max: number,
): { readonly whole: number; readonly start: number } {
  const [a, b] = [Array.from(from), Array.from(to)];
  const beyond = max + 1;
  let before: number[] = [];
  let above = Array.from({ length: a.length + 1 }, (_, index) => index);
  let start = above[a.length] ?? beyond;
  for (let column = 1; column <= b.length; column++) {
    const row = [column];
    for (let index = 1; index <= a.length; index++) {
      const same = a[index - 1] === b[column - 1];
      let least = Math.min(
        (above[index] ?? beyond) + 1,
        (row[index - 1] ?? beyond) + 1,
        (above[index - 1] ?? beyond) + (same ? 0 : 1),
      );
      const swapped =
        index > 1 && column > 1 && a[index - 1] === b[column - 2] && a[index - 2] === b[column - 1];
      if (swapped) least = Math.min(least, (before[index - 2] ?? beyond) + 1);
      row.push(least);
    }
    before = above;
    above = row;
    start = Math.min(start, row[a.length] ?? beyond);
    if (Math.min(...row) > max) return { whole: beyond, start: Math.min(start, beyond) };
  }
  return { whole: Math.min(above[a.length] ?? beyond, beyond), start: Math.min(start, beyond) };
}
