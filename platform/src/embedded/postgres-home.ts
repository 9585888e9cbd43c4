import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, lchown, mkdir, readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { StartError } from "../start-error.ts";
import { readIfExists, writeFileDurably } from "./durable-file.ts";
import { canEnterFolder, findUser, findOrCreateServiceUser, type SystemUser } from "./system-user.ts";

/** Where a cluster is and which account runs it. */
export type PostgresHome = {
  /** The folder of the cluster and, if needed, of a copy of the programs. Absolute, without symbolic links. */
  folder: string;
  /** PostgreSQL's own data folder. It exists when the cluster was initialised. */
  cluster: string;
  /** The account for the server when this process is root; undefined means this process's own. */
  user: SystemUser | undefined;
  /** The folder outside the data folder, when the data folder could not hold the database. */
  movedTo?: string;
};

const POINTER_FILE = "location.json";
const CLUSTER = "cluster";
const Pointer = z.object({ folder: z.string() });

/**
 * Decides in which folder the cluster of a data folder is, and creates that folder. When this process is root, the server
 * needs another account. If that account cannot reach the data folder, a new cluster gets a folder below `fallback`, which
 * {@link rememberHome} records. Throws a `StartError` when the account cannot reach an existing cluster.
 *
 * @param folder the database's part of the data folder
 * @param passableFolders folders of Daybook above `folder`. Their owner, group and mode may change, so that the account can pass
 */
export async function findPostgresHome(
  folder: string,
  passableFolders: readonly string[],
  fallback: string,
): Promise<PostgresHome> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const realFolder = await realpath(folder);
  const pointer = await readIfExists(join(realFolder, POINTER_FILE));
  if (pointer !== undefined) return homeFromPointer(pointer, realFolder);

  const cluster = join(realFolder, CLUSTER);
  const user = existsSync(cluster) ? await serverUserOf(cluster) : await findOrCreateServiceUser();
  if (!user) return { folder: realFolder, cluster, user };
  // When a cluster exists and its account can enter the folder, the owner and the permissions stay as they are: root may run Daybook on
  // the data folder of another account, and that account must still be able to use the folder afterwards.
  if (existsSync(cluster) && canEnterFolder(realFolder, user)) return { folder: realFolder, cluster, user };
  for (const path of [...passableFolders, realFolder]) {
    await chown(path, 0, user.gid);
    await chmod(path, 0o710);
  }
  if (canEnterFolder(realFolder, user)) return { folder: realFolder, cluster, user };
  if (existsSync(cluster)) {
    throw new StartError(
      "postgres_failed",
      `The account ${user.name}, to which the database in ${cluster} belongs, can no longer enter that folder; let it pass through the folders above.`,
    );
  }
  return createHomeOutside(realFolder, fallback, user);
}

/**
 * The account that runs an existing cluster: its owner, as PostgreSQL requires, or `undefined` for this process's own. If both the
 * cluster and this process belong to root, the cluster is given to the service account first.
 */
async function serverUserOf(cluster: string): Promise<SystemUser | undefined> {
  const { uid, gid } = await stat(cluster);
  const ownUid = process.getuid?.();
  if (ownUid === 0 && uid === 0) return giveToServiceUser(cluster);
  if (ownUid === undefined || ownUid === uid) return undefined;
  const owner = (await findUser(uid)) ?? { name: String(uid), uid, gid };
  if (ownUid === 0) return owner;
  throw new StartError(
    "postgres_failed",
    `The database in ${cluster} belongs to the account ${owner.name}; start Daybook as root, as it was started before, or give the folder to your account.`,
  );
}

/**
 * Makes the service account the owner of a cluster that belongs to root, for example after root restored a backup. PostgreSQL does not
 * run as root.
 */
async function giveToServiceUser(cluster: string): Promise<SystemUser | undefined> {
  const user = await findOrCreateServiceUser();
  if (!user) return undefined;
  for (const name of await readdir(cluster, { recursive: true })) {
    await lchown(join(cluster, name), user.uid, user.gid);
  }
  await chown(cluster, user.uid, user.gid);
  return user;
}

/**
 * The folder that holds the cluster, which may be on another disk; see {@link findPostgresHome}.
 *
 * @param folder the database's part of the data folder
 */
export async function databaseFolderOf(folder: string): Promise<string> {
  const pointer = await readIfExists(join(folder, POINTER_FILE));
  return pointer === undefined ? folder : Pointer.parse(JSON.parse(pointer)).folder;
}

async function homeFromPointer(pointer: string, realFolder: string): Promise<PostgresHome> {
  const { folder } = Pointer.parse(JSON.parse(pointer));
  const cluster = join(folder, CLUSTER);
  if (existsSync(cluster)) return { folder, cluster, user: await serverUserOf(cluster), movedTo: folder };
  throw new StartError(
    "postgres_gone",
    `The database of this data folder was kept in ${folder}, which is gone; bring it back, or remove ${join(realFolder, POINTER_FILE)} to begin with an empty database.`,
  );
}

/** Creates a folder below `fallback` for the cluster, because its account cannot enter the data folder. */
async function createHomeOutside(
  realFolder: string,
  fallback: string,
  user: SystemUser,
): Promise<PostgresHome> {
  const folder = join(fallback, randomUUID());
  // `chmod` gives permissions that the umask withheld.
  if ((await mkdir(fallback, { recursive: true })) !== undefined) await chmod(fallback, 0o755);
  await mkdir(folder);
  await chown(folder, 0, user.gid);
  await chmod(folder, 0o710);
  if (!canEnterFolder(folder, user)) {
    throw new StartError(
      "postgres_failed",
      `PostgreSQL runs as the account ${user.name}, which can enter neither ${realFolder} nor ${folder}; choose another DAYBOOK_DATA.`,
    );
  }
  return { folder, cluster: join(folder, CLUSTER), user, movedTo: folder };
}

/**
 * The path of the cluster. Creates and changes nothing.
 *
 * @param folder the database's part of the data folder
 */
export async function clusterOf(folder: string): Promise<string> {
  return join(await databaseFolderOf(folder), CLUSTER);
}

/**
 * If the cluster is outside the data folder, records its place in a file in the data folder. Called after the cluster was
 * created, so a killed start leaves no record of a missing cluster.
 */
export async function rememberHome(folder: string, home: PostgresHome): Promise<void> {
  if (home.movedTo === undefined) return;
  const pointer = join(await realpath(folder), POINTER_FILE);
  if (!existsSync(pointer))
    await writeFileDurably(pointer, `${JSON.stringify({ folder: home.movedTo })}\n`, 0o600);
}
