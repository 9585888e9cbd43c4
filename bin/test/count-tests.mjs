/**
 * The results of a test file in Vitest's JSON report. A file that failed outside its tests, or has no results, counts as one failed test: after a
 * failed `beforeAll`, the report calls its tests skipped.
 */
export function countTests(results, file) {
  const result = results.find(({ name }) => name.endsWith(file));
  const tests = result?.assertionResults ?? [];
  const passedCount = tests.filter(({ status }) => status === "passed").length;
  const failedCount = tests.filter(({ status }) => status === "failed").length;
  const isFileFailed = tests.length === 0 || result.status === "failed";
  return {
    passed: passedCount,
    failed: isFileFailed ? Math.max(failedCount, 1) : failedCount,
    notRun: tests.length - passedCount - failedCount,
  };
}
