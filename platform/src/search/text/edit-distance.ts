/** Minimum lengths of a word: for one wrong letter, for two, and for two that may be at any place. */
const minLetters = { forOne: 5, forTwo: 7, forTwoAnywhere: 9 } as const;
/** How many first letters of a word of medium length must be right when two others are wrong. */
export const exactPrefixLength = 2;

/** How many letters of a word may be wrong: none in a short word or one with a digit. */
export function toleranceOf(word: string): 0 | 1 | 2 {
  const letters = Array.from(word).length;
  if (letters < minLetters.forOne || /\p{N}/u.test(word)) return 0;
  return letters < minLetters.forTwo ? 1 : 2;
}

/** True for a word that two wrong letters make unrecognisable unless its first letters are right. */
export const needsExactPrefix = (word: string): boolean =>
  toleranceOf(word) === 2 && Array.from(word).length < minLetters.forTwoAnywhere;

/** How many letters may be wrong when `word` is corrected to `correction`. */
export function toleranceBetween(word: string, correction: string): 0 | 1 | 2 {
  if (!needsExactPrefix(word)) return toleranceOf(word);
  const start = Array.from(word).slice(0, exactPrefixLength).join("");
  return correction.startsWith(start) ? 2 : 1;
}

/**
 * Counts the letters that are missing, added, wrong or swapped with their neighbour. `wholeDistance` compares the two words;
 * `prefixDistance` is the smallest count between the first word and any prefix of the second. Both stop counting above `max`.
 */
export function editDistance(
  from: string,
  to: string,
  max: number,
): { readonly wholeDistance: number; readonly prefixDistance: number } {
  const [a, b] = [Array.from(from), Array.from(to)];
  const tooMany = max + 1;
  let rowBeforePrevious: number[] = [];
  let previousRow = Array.from({ length: a.length + 1 }, (_, index) => index);
  let prefixDistance = previousRow[a.length] ?? tooMany;
  for (let column = 1; column <= b.length; column++) {
    const row = [column];
    for (let index = 1; index <= a.length; index++) {
      const isSameLetter = a[index - 1] === b[column - 1];
      let distance = Math.min(
        (previousRow[index] ?? tooMany) + 1,
        (row[index - 1] ?? tooMany) + 1,
        (previousRow[index - 1] ?? tooMany) + (isSameLetter ? 0 : 1),
      );
      const isSwapped =
        index > 1 && column > 1 && a[index - 1] === b[column - 2] && a[index - 2] === b[column - 1];
      if (isSwapped) distance = Math.min(distance, (rowBeforePrevious[index - 2] ?? tooMany) + 1);
      row.push(distance);
    }
    rowBeforePrevious = previousRow;
    previousRow = row;
    prefixDistance = Math.min(prefixDistance, row[a.length] ?? tooMany);
    if (Math.min(...row) > max)
      return { wholeDistance: tooMany, prefixDistance: Math.min(prefixDistance, tooMany) };
  }
  return {
    wholeDistance: Math.min(previousRow[a.length] ?? tooMany, tooMany),
    prefixDistance: Math.min(prefixDistance, tooMany),
  };
}
