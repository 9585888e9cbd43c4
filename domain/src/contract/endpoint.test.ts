import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { isRejection } from "../kernel/rejection.ts";
import { contract } from "./contract.ts";
import { type Endpoint, parseInput } from "./endpoint.ts";

function fieldsOf(schema: z.ZodType, input: unknown): Readonly<Record<string, string>> {
  const result = parseInput(schema, input);
  return isRejection(result) ? (result.fields ?? {}) : {};
}

describe("messages for refused fields", () => {
  it("the message for a refused field names each kind of mistake in a sentence", () => {
    const schema = z.object({
      name: z.string(),
      short: z.string().max(3),
      long: z.string().min(3),
      few: z.array(z.number()).max(1),
      most: z.number().max(3),
      least: z.number().min(3),
      positive: z.number().positive(),
      choice: z.enum(["a", "b"]),
      either: z.union([z.string(), z.number()]),
      shaped: z.string().regex(/^a/),
    });
    const messagesWithoutInput = fieldsOf(schema, {});
    expect(new Set(Object.values(messagesWithoutInput))).toEqual(new Set(["This is missing."]));
    expect(Object.keys(messagesWithoutInput)).toHaveLength(10);
    const wrongInput = { name: 5, short: "long", long: "sh", few: [1, 2], most: 4, least: 2, positive: 0 };
    expect(fieldsOf(schema, { ...wrongInput, choice: "c", either: true, shaped: "b" })).toEqual({
      name: "This value is not valid.",
      short: "This is too long.",
      long: "This is too short.",
      few: "This is too long.",
      most: "At most 3.",
      least: "At least 3.",
      positive: "More than 0.",
      choice: "This is not one of the choices.",
      either: "This value is not valid.",
      shaped: "This value is not valid.",
    });
    expect(fieldsOf(schema, null)).toEqual({ body: "This value is not valid." });
  });

  it("the message for a refused field is the schema's own message, if there is one", () => {
    const schema = z.object({ name: z.string("A name, please.").max(3, "Shorter, please.") });
    expect(fieldsOf(schema, {})).toEqual({ name: "A name, please." });
    expect(fieldsOf(schema, { name: "long" })).toEqual({ name: "Shorter, please." });
  });
});

/** Values that few fields accept. */
const oddValues = [undefined, null, 5, -5, 1e15, "", "x".repeat(2_100_000), [], ["x"], {}, true];

test.each(Object.entries<Endpoint>(contract))(
  "the call %s refuses input in plain sentences",
  (_name, call) => {
    for (const schema of [call.params, call.query, call.body]) {
      const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
      const messages = oddValues.flatMap((value) => [
        ...Object.values(fieldsOf(schema, value)),
        ...Object.values(fieldsOf(schema, Object.fromEntries(names.map((name) => [name, value])))),
      ]);
      expect(
        messages.filter((text) => /invalid (input|option|string)|received|too (big|small):/i.test(text)),
      ).toEqual([]);
      expect(messages.filter((text) => !/^[A-Z].*([.?!]|address: \S+)$/.test(text))).toEqual([]);
    }
  },
);
