import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../../dist/server/start.mjs", import.meta.url));
const root = dirname(dirname(dirname(program)));
const lastOutput = 4_000;

/** The bundled product as a child of a command. */
export type ProductProcess = {
  readonly pid: number;
  /** Resolves with the milliseconds from the start to the line that says it is ready; rejects when it ends before that. */
  readonly ready: Promise<number>;
  /** Resolves with the exit code once the process is gone, however; `null` after a signal. */
  readonly ended: Promise<number | null>;
  /** Kills the process alone, as a crash would: what it started goes on. Resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, as Ctrl-C does it. Resolves when it is gone. */
  stop(): Promise<void>;
};

/** How to start it; `nodeOptions` go before the program, `environment` over that of this process. */
export type ProductOptions = {
  readonly port: number;
  readonly dataFolder: string;
  readonly nodeOptions?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
};

/** Starts the product that `npm run build` has made, on a port and a data folder of its own. */
export function spawnProduct(options: ProductOptions): ProductProcess {
  const started = performance.now();
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), program], {
    cwd: root,
    env: {
      ...withoutServers(process.env),
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      ...options.environment,
      PORT: String(options.port),
      DAYBOOK_DATA: options.dataFolder,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(-1));
    child.once("exit", (code) => resolve(code));
  });
  const ready = readyTime(child, started, ended);
  // Whoever kills it while it starts does not wait for this.
  ready.catch(() => {});

  async function end(signal: NodeJS.Signals): Promise<void> {
    child.kill(signal);
    await ended;
  }
  return { pid: child.pid ?? -1, ready, ended, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}

/** The child is to have the embedded servers, whatever this process is configured for. */
function withoutServers(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names =
    /^(DATABASE_URL|EVENTSTORE_URL|MEILISEARCH_|MONGODB_URL|SMTP_URL|PUBLIC_URL|HOST$|DAYBOOK_|npm_)/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.test(name)));
}

function readyTime(child: ChildProcess, started: number, ended: Promise<unknown>): Promise<number> {
  let output = "";
  const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-lastOutput));
  return new Promise<number>((resolve, reject) => {
    child.stderr?.on("data", keep);
    child.stdout?.on("data", (chunk: Buffer) => {
      if (keep(chunk).includes("Daybook is ready on")) resolve(performance.now() - started);
    });
    void ended.then(() => reject(new Error(`Daybook ended before it was ready:\n${output.trim()}`)));
  });
}

/** Below the ports that outgoing connections get, so that none takes it while the product is down. */
const ports = { first: 18_000, count: 12_000 };

/** A port of the loopback interface that nobody listens on. */
export async function findFreePort(random: () => number): Promise<number> {
  for (;;) {
    const port = ports.first + Math.floor(random() * ports.count);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
