/** Minimum lengths of a word: for one wrong letter, for two, and for two that may be at any place. */
const minLetters = { forOne: 5, forTwo: 7, forTwoAnywhere: 9 } as const;
/** How many first letters of a word of medium length must be right when two others are wrong. */
export const exactPrefixLength = 2;

/** How many letters of a word may be wrong: 0 in a short word and in a word with a digit. */
export function toleranceOf(word: string): 0 | 1 | 2 {
  const letters = Array.from(word).length;
  if (letters < minLetters.forOne || /\p{N}/u.test(word)) return 0;
  return letters < minLetters.forTwo ? 1 : 2;
}

/** True for a word of medium length. Two of its letters may be wrong only if its first letters are right. */
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
 * `prefixDistance` is the smallest count between the first word and any prefix of the second. A count above `max` is returned as
 * `max + 1`.
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
  for (let rowNumber = 1; rowNumber <= b.length; rowNumber++) {
    const row = [rowNumber];
    for (let column = 1; column <= a.length; column++) {
      const isSameLetter = a[column - 1] === b[rowNumber - 1];
      let distance = Math.min(
        (previousRow[column] ?? tooMany) + 1,
        (row[column - 1] ?? tooMany) + 1,
        (previousRow[column - 1] ?? tooMany) + (isSameLetter ? 0 : 1),
      );
      const isSwapped =
        column > 1 &&
        rowNumber > 1 &&
        a[column - 1] === b[rowNumber - 2] &&
        a[column - 2] === b[rowNumber - 1];
      if (isSwapped) distance = Math.min(distance, (rowBeforePrevious[column - 2] ?? tooMany) + 1);
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
