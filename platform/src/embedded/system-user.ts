import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { StartError } from "../start-error.ts";

/** An account of the operating system. */
export type SystemUser = { name: string; uid: number; gid: number };

/**
 * Returns the unprivileged account under which PostgreSQL runs when Daybook itself runs as root (PostgreSQL refuses root):
 * `daybook`, else `postgres`, else a new system account `daybook`. Undefined when this process is not root.
 */
export async function findOrCreateServiceUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existingUser = (await findUser("daybook")) ?? (await findUser("postgres"));
  if (existingUser) return existingUser;
  createSystemUser("daybook");
  const createdUser = await findUser("daybook");
  if (createdUser) return createdUser;
  throw new StartError(
    "postgres_failed",
    "PostgreSQL does not run as root and no account for it could be made; add a system user named daybook or start as another user.",
  );
}

/** True when the account can enter the folder. The function asks the kernel, which also checks access lists and mounts. */
export function canEnterFolder(folder: string, user: SystemUser): boolean {
  const { status } = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], {
    cwd: "/",
    stdio: "ignore",
    uid: user.uid,
    gid: user.gid,
  });
  return status === 0;
}

/** The account with that name or number in `/etc/passwd`. Root is never returned. */
export async function findUser(nameOrId: string | number): Promise<SystemUser | undefined> {
  const accounts = await readFile("/etc/passwd", "utf8").catch(() => "");
  for (const line of accounts.split("\n")) {
    const [name = "", , uid, gid] = line.split(":");
    const user = { name, uid: Number(uid), gid: Number(gid) };
    if (uid && gid && user.uid > 0 && (user.name === nameOrId || user.uid === nameOrId)) return user;
  }
  return undefined;
}

/** `useradd` is in Debian and Red Hat, `adduser -S` in BusyBox. */
function createSystemUser(name: string): void {
  const attempts = [
    ["useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name],
    ["adduser", "-S", "-D", "-H", "-s", "/sbin/nologin", name],
  ] as const;
  for (const [program, ...parameters] of attempts) {
    if (spawnSync(program, parameters, { stdio: "ignore" }).status === 0) return;
  }
}
