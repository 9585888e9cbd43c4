import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Table } from "@daybook/read-models/define-table";
import { columnsOf, type TableVariant } from "@daybook/read-models/table-sql";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Row } from "../core/table-changes.ts";
import { copyField } from "./encode.ts";
import { statementsOf } from "./statements.ts";

const CHUNK_CHARACTERS = 128 * 1024;

function* copyLines(names: readonly string[], rows: Iterable<Row>): Generator<Buffer> {
  let text = "";
  for (const row of rows) {
    let separator = "";
    for (const name of names) {
      text += separator + copyField(row[name]);
      separator = "\t";
    }
    text += "\n";
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text !== "") yield Buffer.from(text);
}

/** Writes new rows by COPY, which is several times faster than INSERT. */
export async function copyRows(
  client: pg.ClientBase,
  table: Table,
  variant: TableVariant,
  rows: Iterable<Row>,
): Promise<void> {
  const stream = client.query(copyFrom(statementsOf(table, variant).copyIn));
  await pipeline(Readable.from(copyLines(columnsOf(table), rows)), stream);
}
