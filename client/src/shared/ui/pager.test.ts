import { expect, test } from "vitest";
import { pagesAround } from "./pager.tsx";

test.each([
  [1, 2, [1, 2]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 9, [1, 2, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [9, 9, [1, null, 8, 9]],
  [4, 6, [1, 2, 3, 4, 5, 6]],
])(
  "on page %i of %i, the pager shows the first, the last and the nearby pages",
  (page, pageCount, expected) => {
    expect(pagesAround(page, pageCount)).toEqual(expected);
  },
);
