import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, type Page, test as base } from "@playwright/test";
import { freePort } from "@daybook/platform/embedded/free-port";
import { withoutConfiguration } from "@daybook/platform/without-configuration";

const root = resolve(import.meta.dirname, "..");

/** A separate running Daybook ("product"). It runs the same bundle as `npm start`, on a free port, with its own data folder. */
export type Product = {
  readonly url: string;
  /** The data folder; mails are in its `outbox`. */
  readonly data: string;
  /** Kills the process as a crash would; the data stays. */
  kill(): Promise<void>;
  /** Starts again on the same data and port. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  dispose(): Promise<void>;
};

type Environment = Readonly<Record<string, string>>;

async function launch(port: number, data: string, environment: Environment): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["dist/server/start.mjs"], {
    cwd: root,
    env: {
      ...withoutConfiguration(process.env),
      ...environment,
      PORT: String(port),
      DAYBOOK_DATA: data,
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await new Promise<void>((resolveReady, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Daybook is ready on")) resolveReady();
    });
    child.once("exit", (code) =>
      reject(new Error(`Daybook ended with ${code} before it was ready:\n${output}`)),
    );
  });
  return child;
}

async function endProcess(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await exited;
}

/** Starts a product with these environment variables. The caller must dispose of it. */
export async function startProduct(environment: Environment = {}): Promise<Product> {
  const data = await mkdtemp(join(tmpdir(), "daybook-e2e-"));
  const port = await freePort();
  let child: ChildProcess | null = await launch(port, data, environment);
  return {
    url: `http://localhost:${port}`,
    data,
    kill: () => endProcess(child, "SIGKILL"),
    async start() {
      child = await launch(port, data, environment);
    },
    async dispose() {
      await endProcess(child, "SIGTERM");
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** What a person types to sign up and to log in. */
export type Person = { readonly firstName: string; readonly email: string; readonly password: string };

/** A person who has no account yet. */
export const newPerson = (firstName = "Samuel"): Person => ({
  firstName,
  email: `${randomUUID()}@example.com`,
  password: "and so to bed 1660",
});

/** Skips the first steps that follow a sign-up; ends on the list of journals. */
export async function skipFirstSteps(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Skip", exact: true }).click();
  await page.waitForURL("**/journals");
  await expect(page.getByRole("heading", { name: "Your journals" })).toBeVisible();
}

/** Fills in the open sign-up form and submits it. */
export async function fillSignUpForm(page: Page, person: Person): Promise<void> {
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Create my journal" }).click();
}

/** Logs in on the login page, which is open or opens now. */
export async function logIn(page: Page, { email, password }: Person): Promise<void> {
  const button = page.getByRole("main").getByRole("button", { name: "Log in" });
  // The URL changes before the page does, and the account page has such fields too.
  await expect(button).toBeVisible();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button.click();
}

/** The part of ProseMirror's state that says where the caret is. */
type EditorState = {
  doc: { content: { size: number }; textBetween(from: number, to: number, separator: string): string };
  selection: { empty: boolean; head: number };
};

/** The entry editor on a page. */
export function padOf(page: Page) {
  const pad = {
    title: page.getByRole("textbox", { name: "Title" }),
    text: page.getByRole("textbox", { name: "Entry", exact: true }),
    /** Opens a new entry in the journal that was changed last. */
    async openNew(): Promise<void> {
      await page.goto("/journals/new-entry");
      await page.waitForURL("**/new");
      // The editor takes the focus when it is ready. If a test typed into another field before that, the rest of its text would
      // go into the editor. When the page offers an older draft, the editor does not take the focus.
      const focusedText = pad.text.and(page.locator(":focus"));
      const draftOffer = page.getByRole("button", { name: "Continue writing" });
      await expect(focusedText.or(draftOffer).first()).toBeVisible();
    },
    /** Puts the caret at the end of the text. */
    async moveToEnd(): Promise<void> {
      // The editor notices the new caret a moment later. If it has just got the focus, it restores its own caret.
      const isAtEnd = () =>
        pad.text.evaluate((dom) => {
          const { doc, selection } = (dom as unknown as { editor: { state: EditorState } }).editor.state;
          return selection.empty && doc.textBetween(selection.head, doc.content.size, "") === "";
        });
      await expect(async () => {
        // A click could select a photo, and the next key would replace it.
        await pad.text.focus();
        await page.keyboard.press("Control+End");
        await expect.poll(isAtEnd, { timeout: 2_000 }).toBe(true);
      }).toPass();
    },
    /** Erases the whole text. */
    async erase(): Promise<void> {
      // Right after a click or the focus, the editor may replace the selection by its own caret.
      await expect(async () => {
        await pad.text.focus();
        await page.keyboard.press("Control+A");
        await page.keyboard.press("Delete");
        await expect(pad.text).toHaveText("", { timeout: 2_000 });
      }).toPass();
    },
    /** Types at the end of the text. */
    async type(words: string): Promise<void> {
      await pad.moveToEnd();
      await page.keyboard.type(words);
    },
    /**
     * Waits for the save status "Saved", which right after a change may still refer to an earlier save. Also waits until a new entry has
     * its URL, because a reload before that would open another new entry.
     */
    async expectSaved(): Promise<void> {
      await pad.expectState(/^Saved/);
      await expect(page).not.toHaveURL(/\/new(\?|$)/);
    },
    /** Waits for this save status. The text for screen readers may repeat it. */
    expectState: (words: string | RegExp) =>
      expect(page.getByText(words).first()).toBeVisible({ timeout: 30_000 }),
    /** Writes an entry, waits until the server has it, and returns its URL. */
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

/** Console messages about failed requests and connections. Tests that cause them call `expectNetworkErrors`. */
const networkErrorText = /Failed to load resource|net::ERR_|WebSocket/;

/** Gives tests a product. Each worker has one. */
export const productTest = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.dispose();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

/**
 * A script for new pages that hides all offers, for the tests that are not about them (see `showsOffers`). The page itself answers the
 * call for the one-time modal. A `route` would send each request of the context through Playwright and turn the browser's cache off.
 */
const hideOffers = `
  // A blank page has no storage.
  try { localStorage.setItem("daybook-hidden-offer", "power-user"); } catch {}
  const originalFetch = window.fetch;
  window.fetch = (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href);
    if (pathname !== "/api/user/one_time_modal" || !searchParams.has("type")) return originalFetch(input, init);
    const noOffer = { type: searchParams.get("type"), show: false, promo_code: null, promotion: null };
    return Promise.resolve(Response.json(noOffer));
  };
`;

/** Gives tests a product and a page. They fail on any console error or warning, and on any uncaught exception. */
export const test = productTest.extend<{
  prefetches: boolean;
  showsOffers: boolean;
  consoleErrors: string[];
  expectNetworkErrors: () => void;
}>({
  /** Whether pages prefetch the screens that usually follow. Prefetching takes a tenth of the processor time of all tests. */
  prefetches: [false, { option: true }],
  /** Whether pages show offers. After 15 entries, the offer for power users would cover the page. */
  showsOffers: [false, { option: true }],
  context: async ({ context, prefetches, showsOffers }, use) => {
    if (!prefetches) {
      const content = 'Object.defineProperty(navigator, "connection", { value: { saveData: true } });';
      await context.addInitScript({ content });
    }
    // Puts every browser in the same group of the experiment, the one that sees the carousel about PRO, so that all runs test the same pages.
    const group = 'try { localStorage.setItem("daybook-experiment-pro_form_carousel", "a"); } catch {}';
    await context.addInitScript({ content: group });
    if (!showsOffers) {
      await context.addInitScript({ content: hideOffers });
    }
    await use(context);
  },
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
    let expectsNetworkErrors = false;
    await use(() => (expectsNetworkErrors = true));
    if (!expectsNetworkErrors) return;
    const otherErrors = consoleErrors.filter((text) => !networkErrorText.test(text));
    consoleErrors.splice(0, consoleErrors.length, ...otherErrors);
  },
});

/**
 * For tests that kill or configure their product: each gets an `ownProduct`, which its page opens. Such tests do not replace `product`,
 * because Playwright would then start another worker for them, and one more for the tests after them.
 */
export const testWithOwnProduct = (environment: Environment = {}) =>
  test.extend<{ ownProduct: Product }>({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern.
    ownProduct: async ({}, use) => {
      const product = await startProduct(environment);
      await use(product);
      await product.dispose();
    },
    baseURL: async ({ ownProduct }, use) => use(ownProduct.url),
  });

export { expect } from "@playwright/test";
