import { relative } from "node:path";

const ESCAPE_SEQUENCE = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** The lines about a failed test: its name, and the beginning of its message. */
function failureLines(file, name, message) {
  const lines = (message ?? "").replace(ESCAPE_SEQUENCE, "").split("\n");
  return [
    `failed: ${relative(process.cwd(), file)} › ${name}`,
    ...lines.slice(0, 12).map((line) => `    ${line}`),
  ];
}

/** The failed tests of Vitest's JSON report, as lines. A test file that could not run counts as one failed test. */
export function vitestFailures(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failedTests = file.assertionResults.filter((test) => test.status === "failed");
    if (failedTests.length === 0 && file.status === "failed") {
      return failureLines(file.name, "the file", file.message);
    }
    return failedTests.flatMap((test) => failureLines(file.name, test.fullName, test.failureMessages[0]));
  });
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

/** The failed tests of Playwright's JSON report, as lines. */
export function playwrightFailures(report) {
  return (report?.suites ?? [])
    .flatMap(specsOf)
    .filter((spec) => !spec.ok)
    .flatMap((spec) =>
      failureLines(`tests/${spec.file}`, spec.title, spec.tests[0]?.results.at(-1)?.error?.message),
    );
}
