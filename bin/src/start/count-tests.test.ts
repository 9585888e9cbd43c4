import { expect, it } from "vitest";
// @ts-expect-error -- plain JavaScript, like the programs that run the tests
import { countTests } from "../../test/count-tests.mjs";

const file = "tests/smoke.int.test.ts";
const resultsOf = (status: string, ...statuses: string[]) => [
  { name: `/daybook/${file}`, status, assertionResults: statuses.map((state) => ({ status: state })) },
];

it.each([
  [resultsOf("passed", "passed", "skipped"), { passed: 1, failed: 0, notRun: 1 }],
  [resultsOf("failed", "passed", "failed", "failed"), { passed: 1, failed: 2, notRun: 0 }],
  [resultsOf("failed", "skipped", "skipped"), { passed: 0, failed: 1, notRun: 2 }],
  [[], { passed: 0, failed: 1, notRun: 0 }],
])(
  "counts the tests of a file; a file that failed outside its tests, or has no results, counts as one failed test",
  (results, counts) => {
    expect(countTests(results, file)).toEqual(counts);
  },
);
