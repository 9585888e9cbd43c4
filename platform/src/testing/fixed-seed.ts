import fc from "fast-check";

// The short run tests the same cases each time, so a commit that passed once passes again. The full matrix draws new ones; a failed
// property names its seed.
if (process.env["DAYBOOK_TEST_MATRIX"] !== "full") fc.configureGlobal({ seed: 1660 });
