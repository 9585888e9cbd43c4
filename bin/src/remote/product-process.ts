import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withoutConfiguration } from "@daybook/platform/without-configuration";

const thisCheckout = fileURLToPath(new URL("../../..", import.meta.url));
const maxOutputLength = 4_000;
/** The product itself ends within ten seconds of SIGTERM, unless its event loop is blocked. */
const stopTimeoutMs = 20_000;

/** The bundled product as a child process. */
export type ProductProcess = {
  readonly pid: number;
  /** Resolves with the milliseconds until the product reports that it is ready. Rejects when the product ends before. */
  readonly ready: Promise<number>;
  /** Resolves when the process has ended: with its exit code, or the signal that ended it, or -1 when it could not be started. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** True after a call of `kill` or `stop`. */
  readonly wasStopped: boolean;
  /** Kills the main process of the product, like a crash. Its child processes continue. Resolves when it has ended. */
  kill(): Promise<void>;
  /**
   * Stops the product with SIGTERM. If it has not ended after 20 seconds, kills its main process; the child processes then
   * continue. Resolves when the main process has ended.
   */
  stop(): Promise<void>;
};

/** How to start the product. */
export type ProductOptions = {
  /** The checkout whose build to run; by default this one. */
  readonly checkout?: string | undefined;
  readonly port: number;
  readonly dataFolder: string;
  readonly nodeOptions?: readonly string[];
  /** More variables. The child also gets those of the calling process, except what {@link withoutConfiguration} removes. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** Starts the built product on a port and a data folder. */
export function spawnProduct(options: ProductOptions): ProductProcess {
  const startedAt = performance.now();
  const checkout = options.checkout ?? thisCheckout;
  const program = join(checkout, "dist", "server", "start.mjs");
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), program], {
    cwd: checkout,
    env: {
      ...withoutConfiguration(process.env),
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      ...options.environment,
      PORT: String(options.port),
      DAYBOOK_DATA: options.dataFolder,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once("error", () => resolve(-1));
    child.once("exit", (code, signal) => resolve(code ?? signal ?? -1));
  });
  let wasStopped = false;
  const ready = waitUntilReady(child, startedAt, ended);
  // A caller that ends the product during the start may not wait for `ready`. This keeps the rejection from being unhandled.
  ready.catch(() => {});

  async function endWith(signal: NodeJS.Signals): Promise<void> {
    wasStopped = true;
    child.kill(signal);
    await ended;
  }
  return {
    pid: child.pid ?? -1,
    ready,
    ended,
    get wasStopped() {
      return wasStopped;
    },
    kill: () => endWith("SIGKILL"),
    async stop() {
      const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
      await endWith("SIGTERM");
      clearTimeout(timer);
    },
  };
}

/** Resolves with the milliseconds from the start until the product reports that it is ready. */
function waitUntilReady(child: ChildProcess, startedAt: number, ended: Promise<unknown>): Promise<number> {
  let output = "";
  const appendOutput = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-maxOutputLength));
  return new Promise<number>((resolve, reject) => {
    child.stderr?.on("data", appendOutput);
    child.stdout?.on("data", (chunk: Buffer) => {
      if (appendOutput(chunk).includes("Daybook is ready on")) resolve(performance.now() - startedAt);
    });
    void ended.then(() => reject(new Error(`Daybook ended before it was ready:\n${output.trim()}`)));
  });
}
