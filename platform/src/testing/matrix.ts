/** True for `npm run test:all`, which sets `DAYBOOK_TEST_MATRIX=full` and runs the long tests. */
export const isFullMatrix = process.env["DAYBOOK_TEST_MATRIX"] === "full";
