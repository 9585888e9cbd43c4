// Runs first: it mostly waits for servers to start and stop, so other files can run meanwhile.
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { copyInitialisedPostgres } from "../testing/initialised-postgres.ts";
import { nextMessage, spawnScript } from "../testing/spawn-script.ts";
import { installedBinaries } from "./native-binaries.ts";
import { startPostgres, type PostgresServer, type StartPostgresOptions } from "./postgres-server.ts";
import { isAlive } from "./server-processes.ts";

const isRoot = process.getuid?.() === 0;

/** For a thousand files, the program `cp` takes a fraction of the processor time of Node's function. */
const copyFolder = (cpArguments: readonly string[]) => promisify(execFile)("cp", cpArguments);

let root: string;
let folder: string;
let output: string[];
let startedServers: PostgresServer[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-postgres-"));
  folder = join(root, "postgres");
  output = [];
  startedServers = [];
});

afterEach(async () => {
  await Promise.all(startedServers.map((server) => server.stop()));
  await rm(root, { recursive: true, force: true });
});

async function start(options: Partial<StartPostgresOptions> = {}): Promise<PostgresServer> {
  const collectOutput = (...words: unknown[]) => output.push(words.join(" "));
  const server = await startPostgres({
    folder,
    logger: { info: collectOutput, warn: collectOutput },
    passableFolders: [root],
    fallback: join(root, "elsewhere"),
    ...options,
  });
  startedServers.push(server);
  return server;
}

async function query(server: { url: string }, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function waitUntilEnded(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
}

describe("new clusters", () => {
  test("a new cluster is durable, uses UTF-8, lower-cases all letters, listens only locally, and asks for the password", async () => {
    const server = await start();
    expect(
      await query(
        server,
        `SELECT lower('МОСКВА ÀÉ') AS lower,
          current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS addresses,
          current_setting('unix_socket_directories') AS sockets, current_setting('TimeZone') AS zone,
          current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
          current_setting('data_checksums') AS checksums`,
      ),
    ).toEqual([
      {
        lower: "москва àé",
        encoding: "UTF8",
        addresses: "127.0.0.1",
        sockets: "",
        zone: "UTC",
        fsync: "on",
        commit: "on",
        checksums: "on",
      },
    ]);
    await query(server, "CREATE EXTENSION pg_trgm");
    expect(await query(server, "SELECT cardinality(show_trgm('москва')) AS trigrams")).toEqual([
      { trigrams: 7 },
    ]);

    const password = join(folder, "password");
    expect((await stat(password)).mode & 0o777).toBe(0o600);
    expect(new URL(server.url).password).toBe((await readFile(password, "utf8")).trim());
    const guess = new URL(server.url);
    guess.password = "guess";
    await expect(query({ url: guess.href }, "SELECT")).rejects.toThrow("password authentication failed");
  });

  test("an interrupted initialisation starts again, and the log has no statement or value, not even of failed statements", async () => {
    await mkdir(join(folder, "cluster.new"), { recursive: true });
    await writeFile(join(folder, "cluster.new", "PG_VERSION"), "18\n");
    const server = await start();
    await query(server, "CREATE TABLE notes (words text UNIQUE)");
    await query(server, "INSERT INTO notes VALUES ('private words')");
    await expect(query(server, "INSERT INTO notes VALUES ('private words')")).rejects.toThrow(
      "duplicate key",
    );
    await expect(query(server, "SELECT 'private words'::uuid")).rejects.toThrow("invalid input syntax");
    await server.stop();
    const log = await readFile(join(folder, "server.log"), "utf8");
    expect(log).toContain("database system is ready");
    expect(log).not.toContain("private words");
  });
});

describe("existing clusters", () => {
  beforeEach(() => copyInitialisedPostgres(folder));

  test("a cluster keeps its rows over a stop and a start, and an open session does not prevent the stop", async () => {
    const firstServer = await start();
    await query(firstServer, "CREATE TABLE answers AS SELECT 42 AS answer");
    const openClient = new pg.Client({ connectionString: firstServer.url });
    openClient.on("error", () => undefined);
    await openClient.connect();
    await firstServer.stop();
    expect(isAlive(firstServer.pid)).toBe(false);
    const secondServer = await start();
    expect(await query(secondServer, "SELECT answer FROM answers")).toEqual([{ answer: 42 }]);
  });

  test("a cluster recovers after its server was killed", async () => {
    const firstServer = await start();
    await query(firstServer, "CREATE TABLE answers AS SELECT 42 AS answer");
    process.kill(firstServer.pid, "SIGKILL");
    await firstServer.ended;
    await firstServer.stop();
    const secondServer = await start();
    expect(await query(secondServer, "SELECT answer FROM answers")).toEqual([{ answer: 42 }]);
  });

  test("a cluster can be started after a killed process left its server running", async () => {
    const script = await spawnScript(
      `import { startPostgres } from "./embedded/postgres-server.ts";
       const [folder, root] = process.argv.slice(2);
       const logger = { info() {}, warn() {} };
       const { url, pid } = await startPostgres({ folder, logger, passableFolders: [root], fallback: root + "/elsewhere" });
       process.send({ url, pid });`,
      [folder, root],
    );
    const orphan = (await nextMessage(script)) as { url: string; pid: number };
    await query(orphan, "CREATE TABLE answers AS SELECT 42 AS answer");
    script.kill("SIGKILL");
    await waitUntilEnded(script.pid ?? 0);
    expect(isAlive(orphan.pid)).toBe(true);

    const server = await start();
    expect(isAlive(orphan.pid)).toBe(false);
    expect(output).toContain("Stopped the PostgreSQL server that an earlier, killed run had left.");
    expect(await query(server, "SELECT answer FROM answers")).toEqual([{ answer: 42 }]);
  });

  test("a PID file that names a foreign process is ignored", async () => {
    const firstServer = await start();
    await query(firstServer, "CREATE TABLE answers AS SELECT 42 AS answer");
    const pidFile = join(folder, "cluster", "postmaster.pid");
    const content = await readFile(pidFile, "utf8");
    await firstServer.stop();
    await writeFile(pidFile, content.replace(String(firstServer.pid), String(process.pid)));
    const secondServer = await start();
    expect(isAlive(process.pid)).toBe(true);
    expect(await query(secondServer, "SELECT answer FROM answers")).toEqual([{ answer: 42 }]);
  });

  test("a cluster whose password is lost is refused in one sentence, and is kept", async () => {
    await (await start()).stop();
    await rm(join(folder, "password"));
    await expect(start()).rejects.toThrow(
      `The password of the database is missing: put back the file ${folder}/password`,
    );
    expect(await readdir(folder)).toContain("cluster");
  });

  test("a cluster that another major release made is refused in one sentence", async () => {
    await (await start()).stop();
    await writeFile(join(folder, "cluster", "PG_VERSION"), "17\n");
    await expect(start()).rejects.toThrow("was made by PostgreSQL 17, but this Daybook brings PostgreSQL 18");
  });
});

test("an aborted start leaves no server", async () => {
  await copyInitialisedPostgres(folder);
  const controller = new AbortController();
  const progress = (step: string) => step === "Starting PostgreSQL" && controller.abort();
  await expect(start({ signal: controller.signal, onProgress: progress })).rejects.toThrow("aborted");
  expect(await readdir(join(folder, "cluster"))).not.toContain("postmaster.pid");
});

describe.skipIf(!isRoot)("as root", () => {
  test("when only root may enter the data folder, the cluster and a copy of the programs are created in the fallback folder", async () => {
    await chmod(root, 0o700);
    // A temporary folder in memory may forbid running programs.
    const otherFolder = await mkdtemp("/var/tmp/daybook-postgres-elsewhere-");
    try {
      await chmod(otherFolder, 0o755);
      const installed = await installedBinaries();
      const binaries = { folder: join(root, "native"), version: installed.version };
      await copyFolder(["-a", installed.folder, binaries.folder]);
      // A missing symbolic link, as after an installation without install scripts.
      await rm(join(binaries.folder, "lib", "libicuuc.so.60"));
      const options = { passableFolders: [], fallback: otherFolder, binaries };

      const firstServer = await start(options);
      await query(firstServer, "CREATE TABLE answers AS SELECT 42 AS answer");
      await firstServer.stop();
      const [id = ""] = await readdir(otherFolder);
      expect(JSON.parse(await readFile(join(folder, "location.json"), "utf8"))).toEqual({
        folder: join(otherFolder, id),
      });
      expect(output.join("\n")).toContain(`so the database is kept in ${join(otherFolder, id)}`);
      expect(await readdir(folder)).not.toContain("cluster");
      expect((await stat(join(otherFolder, id, "cluster"))).uid).not.toBe(0);

      const secondServer = await start(options);
      expect(await query(secondServer, "SELECT answer FROM answers")).toEqual([{ answer: 42 }]);
      await secondServer.stop();
      expect(await readdir(otherFolder)).toEqual([id]);

      await rm(join(otherFolder, id), { recursive: true });
      await expect(start(options)).rejects.toThrow(`was kept in ${join(otherFolder, id)}, which is gone`);
    } finally {
      await rm(otherFolder, { recursive: true, force: true });
    }
  });

  test("a data folder that root copied back from a backup is given to the server's account again", async () => {
    const firstServer = await start();
    await query(firstServer, "CREATE TABLE answers AS SELECT 42 AS answer");
    await firstServer.stop();
    const cluster = join(folder, "cluster");
    await copyFolder(["-r", cluster, join(root, "backup")]);
    await rm(cluster, { recursive: true });
    await rename(join(root, "backup"), cluster);
    expect((await stat(cluster)).uid).toBe(0);
    expect(await query(await start(), "SELECT answer FROM answers")).toEqual([{ answer: 42 }]);
  });

  test("a data folder that Daybook created can be entered only by root and the server's account", async () => {
    await start({ fallback: "/nowhere" });
    const { mode, uid } = await stat(root);
    expect([uid, mode & 0o777]).toEqual([0, 0o710]);
    expect((await stat(join(folder, "cluster"))).mode & 0o077).toBe(0);
  });
});
