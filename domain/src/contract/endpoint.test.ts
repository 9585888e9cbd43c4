import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { isRejection } from "../kernel/rejection.ts";
import { contract } from "./contract.ts";
import { type Endpoint, parseInput } from "./endpoint.ts";

function fieldsOf(schema: z.ZodType, input: unknown): Readonly<Record<string, string>> {
  const parsed = parseInput(schema, input);
  return isRejection(parsed) ? (parsed.fields ?? {}) : {};
}

describe("what is refused is told in a sentence", () => {
  it("for each thing that may be wrong with a value", () => {
    const schema = z.object({
      name: z.string(),
      short: z.string().max(3),
      long: z.string().min(3),
      few: z.array(z.number()).max(1),
      most: z.number().max(3),
      least: z.number().min(3),
      choice: z.enum(["a", "b"]),
      either: z.union([z.string(), z.number()]),
      shaped: z.string().regex(/^a/),
    });
    const missing = fieldsOf(schema, {});
    expect(new Set(Object.values(missing))).toEqual(new Set(["This is missing."]));
    expect(Object.keys(missing)).toHaveLength(9);
    const wrong = { name: 5, short: "long", long: "sh", few: [1, 2], most: 4, least: 2, choice: "c" };
    expect(fieldsOf(schema, { ...wrong, either: true, shaped: "b" })).toEqual({
      name: "This is not what is expected here.",
      short: "This is too long.",
      long: "This is too short.",
      few: "This is too long.",
      most: "At most 3.",
      least: "At least 3.",
      choice: "This is not one of the choices.",
      either: "This is not what is expected here.",
      shaped: "This is not what is expected here.",
    });
    expect(fieldsOf(schema, null)).toEqual({ body: "This is not what is expected here." });
  });

  it("in the words that a schema has itself, where it has any", () => {
    const schema = z.object({ name: z.string("A name, please.").max(3, "Shorter, please.") });
    expect(fieldsOf(schema, {})).toEqual({ name: "A name, please." });
    expect(fieldsOf(schema, { name: "long" })).toEqual({ name: "Shorter, please." });
  });
});

/** Values that fit few fields or none. */
const oddValues = [undefined, null, 5, -5, 1e15, "", "x".repeat(2_100_000), [], ["x"], {}, true];

test.each(Object.entries<Endpoint>(contract))("%s says nothing in the words of a program", (_name, call) => {
  for (const schema of [call.params, call.query, call.body]) {
    const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const told = oddValues.flatMap((value) => [
      ...Object.values(fieldsOf(schema, value)),
      ...Object.values(fieldsOf(schema, Object.fromEntries(names.map((name) => [name, value])))),
    ]);
    expect(
      told.filter((text) => /invalid (input|option|string)|received|too (big|small):/i.test(text)),
    ).toEqual([]);
    expect(told.filter((text) => !/^[A-Z].*([.?!]|address: \S+)$/.test(text))).toEqual([]);
  }
});
