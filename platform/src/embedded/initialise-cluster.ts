import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartError } from "../start-error.ts";
import { syncFolder } from "./durable-file.ts";
import { SERVER_ENVIRONMENT } from "./server-settings.ts";
import type { SystemUser } from "./system-user.ts";

/** The superuser of an embedded cluster. */
export const SUPERUSER = "daybook";

/**
 * Creates a new, empty cluster: UTF-8, a fixed locale that does not depend on the machine, and a password for every connection.
 * The folder gets its final name only when it is complete, so a killed initialisation starts over.
 */
export async function initialiseCluster(options: {
  cluster: string;
  programsFolder: string;
  password: string;
  user: SystemUser | undefined;
  durable: boolean;
}): Promise<void> {
  const { cluster, programsFolder, password, user, durable } = options;
  const unfinishedCluster = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  await rm(unfinishedCluster, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  await mkdir(unfinishedCluster, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [unfinishedCluster, passwordFile]) await chown(path, user.uid, user.gid);
  try {
    await runInitdb(join(programsFolder, "bin", "initdb"), user, [
      `--pgdata=${unfinishedCluster}`,
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--locale=C.UTF-8",
      "--auth=scram-sha-256",
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      "--no-instructions",
      ...(durable ? [] : ["--no-sync"]),
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinishedCluster, cluster);
  if (durable) await syncFolder(dirname(cluster));
}

/** Throws when another major version of PostgreSQL than `version` made the cluster. This version could not use the files of the cluster. */
export async function assertClusterVersion(cluster: string, version: string): Promise<void> {
  if (!existsSync(join(cluster, "PG_VERSION"))) return;
  const clusterVersion = (await readFile(join(cluster, "PG_VERSION"), "utf8")).trim();
  const major = version.split(".")[0];
  if (clusterVersion === major) return;
  throw new StartError(
    "postgres_failed",
    `The database in ${cluster} was made by PostgreSQL ${clusterVersion}, but this Daybook brings PostgreSQL ${major}; start the Daybook that made it and carry the data over by backup and restore.`,
  );
}

async function runInitdb(program: string, user: SystemUser | undefined, parameters: string[]): Promise<void> {
  const child = spawn(program, parameters, {
    cwd: "/",
    env: SERVER_ENVIRONMENT,
    stdio: ["ignore", "ignore", "pipe"],
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "close")) as [number | null];
  if (code === 0) return;
  throw initdbFailure(output, code);
}

/** Creates the error for a failed `initdb` from its output. The last line is often about cleaning up, so an error line is preferred. */
export function initdbFailure(output: string, code: number | null): StartError {
  if (/no space left on device|disk quota exceeded/i.test(output)) {
    return new StartError(
      "disk_full",
      "The database could not be initialised, because the disk of the data folder is full; free some space and start again.",
    );
  }
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const reason = lines.find((line) => /\b(?:fatal|panic|error):/i.test(line)) ?? lines.at(-1);
  return new StartError(
    "postgres_failed",
    `The database could not be initialised: ${reason?.trim() ?? `initdb ended with ${String(code)}`}`,
  );
}
