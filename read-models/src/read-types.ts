import pg from "pg";

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/**
 * Converts PostgreSQL's text of an instant, in a UTC session, to ISO-8601 with milliseconds. It does not use `Date`, which
 * misreads the years before 100.
 */
export function isoInstant(text: string): string {
  if (!text.endsWith("+00") || text[10] !== " ") throw new Error("expected an instant of a UTC session");
  const milliseconds = text.slice(20, -3).padEnd(3, "0").slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

const asWritten = (text: string): string => text;

/** Parsers for the values of read models: ids become numbers, times become ISO strings. */
export const readTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: string) {
    if (oid === TIMESTAMPTZ) return isoInstant;
    if (oid === DATE) return asWritten;
    if (oid === INT8) return Number;
    return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
  },
};
