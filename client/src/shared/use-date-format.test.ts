import { expect, test } from "vitest";
import { browserDateFormat } from "./use-date-format.ts";

test.each([
  ["en-US", "ddd. M/D/YYYY"],
  ["en-GB", "ddd. D/M/YYYY"],
  ["de-DE", "ddd. D/M/YYYY"],
  ["fr-FR", "ddd. D/M/YYYY"],
  ["ar-EG", "ddd. D/M/YYYY"],
  ["ja-JP", "D MMMM YYYY"],
  ["hu-HU", "D MMMM YYYY"],
])("a browser in %s has dates like %s", (language, format) => {
  expect(browserDateFormat(language)).toBe(format);
});
