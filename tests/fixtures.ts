import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, type Page, test as base } from "@playwright/test";

const root = resolve(import.meta.dirname, "..");

/** A running product of a test's own: the same bundle that `npm start` runs, on a free port and a folder of its own. */
export type Product = {
  readonly url: string;
  /** The folder of everything it keeps; mails are in `outbox` there. */
  readonly data: string;
  /** Kills the process as a crash would; the data stays. */
  kill(): Promise<void>;
  /** Starts again on the same data and port. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  dispose(): Promise<void>;
};

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

type Environment = Readonly<Record<string, string>>;

async function launch(port: number, data: string, environment: Environment): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["dist/server/start.mjs"], {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port), DAYBOOK_DATA: data, LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await new Promise<void>((ready, failed) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Daybook is ready on")) ready();
    });
    child.once("exit", (code) =>
      failed(new Error(`Daybook ended with ${code} before it was ready:\n${output}`)),
    );
  });
  return child;
}

async function end(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill(signal);
  await gone;
}

/** Starts a product; whoever starts it disposes of it. `environment` adds to its configuration. */
export async function startProduct(environment: Environment = {}): Promise<Product> {
  const data = await mkdtemp(join(tmpdir(), "daybook-e2e-"));
  const port = await freePort();
  let child: ChildProcess | null = await launch(port, data, environment);
  return {
    url: `http://localhost:${port}`,
    data,
    kill: () => end(child, "SIGKILL"),
    async start() {
      child = await launch(port, data, environment);
    },
    async dispose() {
      await end(child, "SIGTERM");
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** A person with an account. */
export type Person = { readonly firstName: string; readonly email: string; readonly password: string };

/** Somebody new. */
export const newPerson = (firstName = "Samuel"): Person => ({
  firstName,
  email: `${randomUUID()}@example.com`,
  password: "and so to bed 1660",
});

/** Leaves the first steps that every new account begins with; ends on the journal index. */
export async function skipFirstSteps(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Skip", exact: true }).click();
  await page.waitForURL("**/journals");
}

/** Makes an account on screen, without its first steps; ends on the journal index. */
export async function signUp(page: Page, person: Person = newPerson()): Promise<Person> {
  await page.goto("/app/signup");
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Password again", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Create my journal" }).click();
  await skipFirstSteps(page);
  return person;
}

/** Logs in on the login page that is open. */
export async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
}

/** The entry pad that a page shows. */
export function padOf(page: Page) {
  const pad = {
    title: page.getByRole("textbox", { name: "Title" }),
    text: page.getByRole("textbox", { name: "Entry", exact: true }),
    /** Opens a new page of the journal that was written in last. */
    async openNew(): Promise<void> {
      await page.goto("/journals/new-entry");
      await page.waitForURL("**/new");
      await expect(pad.text).toBeVisible();
    },
    /** Types at the end of the text. */
    async type(words: string): Promise<void> {
      await pad.text.click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type(words);
    },
    expectSaved: () => pad.expectState(/^Saved/),
    /** Waits until the state of saving reads so; what is read aloud may repeat it. */
    expectState: (words: string | RegExp) =>
      expect(page.getByText(words).first()).toBeVisible({ timeout: 30_000 }),
    /** Writes a page and waits until the server has it; answers with its address. */
    async write(title: string, words: string): Promise<string> {
      await pad.openNew();
      await pad.title.fill(title);
      await pad.type(words);
      await page.waitForURL(/\/journals\/\d+\/\d+$/);
      await pad.expectSaved();
      return page.url();
    },
  };
  return pad;
}

/** What a browser says when the network fails; tests that take it away expect these. */
const networkNoise = /Failed to load resource|net::ERR_|WebSocket/;

/** Tests get a product (one a worker) and fail on any console error or uncaught exception. */
export const test = base.extend<
  { consoleErrors: string[]; expectNetworkErrors: () => void },
  { product: Product }
>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.dispose();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
      });
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
  expectNetworkErrors: async ({ consoleErrors }, use) => {
    let expected = false;
    await use(() => (expected = true));
    if (!expected) return;
    const real = consoleErrors.filter((text) => !networkNoise.test(text));
    consoleErrors.splice(0, consoleErrors.length, ...real);
  },
});

export { expect } from "@playwright/test";
