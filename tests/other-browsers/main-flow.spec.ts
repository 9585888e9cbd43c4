import { type Product, productTest as test } from "../fixtures.ts";
import { createUser, writeEntry } from "../e2e/test-users.ts";
import { startFirefox } from "./firefox.ts";
import type { RemoteBrowser } from "./remote-browser.ts";
import { enterKey, screenOf } from "./screen.ts";
import { startWebKit } from "./webkit.ts";

/** Logs in, reads the list, writes, reopens the entry, opens the history and searches. */
async function runMainFlow(browser: RemoteBrowser, product: Product): Promise<void> {
  const user = await createUser(product);
  await writeEntry(user, "Lord’s day", "Up, and to church.");
  const screen = screenOf(browser, product.url);
  const journalPath = `/journals/${user.journalId}`;

  await screen.open("/app/login");
  await screen.fill("E-mail", user.person.email);
  await screen.fill("Password", user.person.password + enterKey);
  await screen.expectText("Your journals");
  await screen.expectPath(/^\/journals$/);

  await screen.open(`${journalPath}/entries`);
  await screen.expectText("Lord’s day");
  await screen.click("Lord’s day");
  await screen.expectPath(/^\/journals\/\d+\/\d+$/);
  await screen.expectText("Up, and to church.");

  await screen.open(`${journalPath}/new`);
  await screen.fill("Title", "Navy Office");
  await screen.fill("Entry", "To the umbrellaphant by water.");
  await screen.expectPath(/^\/journals\/\d+\/\d+$/);
  await screen.expectText("Saved");
  await screen.expectText("5 words");
  const entryPath = await screen.path();
  await screen.open(entryPath);
  await screen.expectText("To the umbrellaphant by water.");

  await screen.click("History");
  await screen.expectText("Now");
  await screen.open("/search");
  await screen.fill("Search your entries and tags", `umbrellaphant${enterKey}`);
  await screen.expectPath(/^\/search\?query=umbrellaphant$/);
  await screen.expectText("Navy Office");
}

const engines = [
  { name: "Firefox", path: process.env.FIREFOX_PATH, start: startFirefox },
  { name: "WebKit", path: process.env.WEBKIT_DRIVER_PATH, start: startWebKit },
];

for (const { name, path, start } of engines) {
  test(`the main flow works in ${name}`, async ({ product }) => {
    test.skip(path === undefined, `no environment variable has the path of ${name}`);
    const browser = await start(path ?? "");
    try {
      await runMainFlow(browser, product);
    } catch (error) {
      const readPage = "() => location.href + '\\n' + document.body.innerText";
      // When the browser has failed too, the first error must still be reported.
      const pageState = await browser.call(readPage, null).catch(String);
      await test.info().attach("what the page showed", { body: String(pageState) });
      throw error;
    } finally {
      await browser.close();
    }
  });
}
