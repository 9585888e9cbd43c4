import { expect, test } from "vitest";
import { arrayLiteral } from "../storage/encode.ts";
import { classifyFailure, codeOf } from "./failure.ts";

const withCode = (code: string): Error => Object.assign(new Error("failed"), { code });

test.each([
  ["22003", "event"],
  ["23505", "event"],
  ["54000", "event"],
  ["08006", "environment"],
  ["42P01", "environment"],
  ["53100", "environment"],
  ["57P01", "environment"],
])("an error of the database with code %s is caused by the %s", (code, cause) => {
  expect(classifyFailure(withCode(code))).toBe(cause);
});

test("a value that no column can hold is the fault of its event, so that it cannot block the projection", () => {
  let failure: unknown;
  try {
    arrayLiteral([undefined]);
  } catch (error) {
    failure = error;
  }
  expect([classifyFailure(failure), codeOf(failure)]).toEqual(["event", "UnstorableValue"]);
});
