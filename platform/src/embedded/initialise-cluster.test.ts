import { expect, test } from "vitest";
import { initdbFailure } from "./initialise-cluster.ts";

test.each([
  [
    'initdb: error: could not write file "x": No space left on device\ninitdb: removing contents of data directory "x"',
    "disk_full",
    "The database could not be initialised, because the disk of the data folder is full; free some space and start again.",
  ],
  [
    "running bootstrap script ...\ninitdb: error: cannot be run as root\ninitdb: hint: Log in as another user.",
    "postgres_failed",
    "The database could not be initialised: initdb: error: cannot be run as root",
  ],
  ["", "postgres_failed", "The database could not be initialised: initdb ended with 3"],
])("a failed initialisation is reported in one sentence", (output, code, message) => {
  expect(initdbFailure(output, 3)).toMatchObject({ code, message });
});
