import { expect, it } from "vitest";
import { withOmittedSaves } from "./save-until.ts";

it("counts the saves that could not begin while the server did not answer", () => {
  expect(withOmittedSaves([10, 40], 50)).toEqual([10, 40]);
  expect(withOmittedSaves([10, 200], 50)).toEqual([10, 200, 150, 100, 50]);
});
