import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";

/**
 * Copies an initialised, stopped cluster to a new folder for `startPostgres`, since initialising one takes a second. Copies nothing
 * when this test run has no such cluster; then `startPostgres` initialises one. Not for tests of the initialisation itself.
 *
 * @param folder the database's part of a data folder, which must not exist. Missing parents are made so that the server's account can
 * pass through them when the tests run as root.
 */
export async function copyInitialisedPostgres(folder: string): Promise<void> {
  const source = inject("initialisedPostgres");
  await mkdir(dirname(folder), { recursive: true, mode: 0o711 });
  // Node's `cp` would give the files to root.
  if (source !== null) await promisify(execFile)("cp", ["-a", source, folder]);
}
