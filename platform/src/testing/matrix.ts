/** True in the long run of the tests, `npm run test:all`: `DAYBOOK_TEST_MATRIX=full`. */
export const isFullMatrix = process.env["DAYBOOK_TEST_MATRIX"] === "full";
