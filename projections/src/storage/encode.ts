/**
 * Encodes values as PostgreSQL text: array literals for `unnest`, and fields for COPY. The driver's general encoding took
 * the largest part of a batch's time.
 */

const needsEscape = /[\\\t\n\r]/;
const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** A handler wrote a value that no column can hold, such as `undefined`. */
export class UnstorableValue extends TypeError {
  override readonly name = "UnstorableValue";
}

function scalarText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "t" : "f";
  // Without this check, `undefined` would become a text.
  throw new UnstorableValue(`cannot store a value of type ${typeof value}`);
}

/** An array literal, for a parameter of an array type. */
export function arrayLiteral(values: readonly unknown[]): string {
  const encodedValues = values.map((value) => {
    if (value === null) return "NULL";
    if (typeof value === "number") return String(value);
    const text = scalarText(value);
    return text.includes("\\") || text.includes('"')
      ? `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`
      : `"${text}"`;
  });
  return `{${encodedValues.join(",")}}`;
}

/** One field of a line for COPY in its text format. */
export function copyField(value: unknown): string {
  if (value === null) return String.raw`\N`;
  const text = scalarText(value);
  if (typeof value !== "string" || !needsEscape.test(text)) return text;
  return text.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character]!);
}
