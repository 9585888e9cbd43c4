import type { ReadModel } from "./define-table.ts";
import { createIndexes, createTable, SCHEMA } from "./table-sql.ts";
import { readModels } from "./tables.ts";

const foundation = `
CREATE SCHEMA ${SCHEMA};

-- One row per projection: the version of its tables, which they are, and how far the log is in them. It moves in the transaction that
-- writes them. A position is the event store's own text; null is the beginning.
CREATE TABLE ${SCHEMA}.checkpoints (
  projection text PRIMARY KEY,
  version integer NOT NULL,
  tables text[] NOT NULL,
  position text,
  moved_at timestamptz NOT NULL DEFAULT now()
);

-- Events that a projection could not apply, and the later ones of their streams. The log holds what they say.
CREATE TABLE ${SCHEMA}.parked_events (
  projection text NOT NULL,
  stream text NOT NULL,
  revision bigint NOT NULL,
  position text NOT NULL,
  type text NOT NULL,
  reason text NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (projection, stream, revision)
);
CREATE INDEX parked_events_by_stream ON ${SCHEMA}.parked_events (stream);
`;

/**
 * The SQL that creates the tables of a read model if its projection is new. If the database has an older version of the
 * tables, a rebuild creates the new ones later and replaces the old ones.
 */
const createTablesOf = (model: ReadModel): string => {
  const tables = Object.values(model.tables);
  const statements = [
    ...tables.map((table) => createTable(table)),
    ...tables.flatMap((table) => createIndexes(table)),
    `INSERT INTO ${SCHEMA}.checkpoints (projection, version, tables)
      VALUES ('${model.name}', ${model.version}, '{${tables.map(({ name }) => name).join(",")}}')`,
  ];
  return `DO $migration$ BEGIN
IF NOT EXISTS (SELECT FROM ${SCHEMA}.checkpoints WHERE projection = '${model.name}') THEN
${statements.map((statement) => `${statement};`).join("\n")}
END IF;
END $migration$`;
};

/**
 * The migrations of the schema `read_models`. Each read model has one migration. Its SQL is computed from the definitions of the
 * tables, and its name ends with the version of the read model. If a definition changes without a new version, the checksum differs
 * and the start fails.
 */
export const readModelMigrations: readonly { name: string; sql: string }[] = [
  { name: "read_models/0001-foundation", sql: foundation },
  ...Object.values(readModels).map((model) => ({
    name: `read_models/${model.name}@${model.version}`,
    sql: createTablesOf(model),
  })),
];
