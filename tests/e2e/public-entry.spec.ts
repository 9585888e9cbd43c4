import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { expect, newPerson, test } from "../fixtures.ts";
import { expectAccessible } from "./looks.ts";

/** Somebody with a page that they share; `withdraw` takes it back. */
async function sharedPage(origin: string, title: string, html: string) {
  const daybook = remoteDaybook(origin);
  await daybook.enter(newPerson());
  const list = await daybook.call("listJournals");
  const journalId = String(list.ok && list.body.journals[0]?.journal.id);
  const body = { title, richtext_body: html, local_date: "1660-01-11" };
  const created = await daybook.call("createEntry", { params: { journalId }, body });
  if (!created.ok) throw new Error(created.body.error);
  const params = { journalId, entryId: String(created.body.entry.id) };
  const link = await daybook.call("publicLink", { params });
  if (!link.ok) throw new Error(link.body.error);
  return { path: link.body.public_url, withdraw: () => daybook.call("unpublicLink", { params }) };
}

const html =
  "<h1>Morning</h1><p>To <strong>Deptford</strong> by water.</p><blockquote><p>And so home.</p></blockquote>" +
  `<p>${"w".repeat(200)}</p>`;

for (const theme of [
  "default",
  "light",
  "dark",
  "deep-blue",
  "reclaimed",
  "architecture",
  "meadow",
  "springtime",
]) {
  test(`a visitor reads a shared page in ${theme}, at every width`, async ({ page, product }) => {
    await page.addInitScript((name) => localStorage.setItem("daybook-ui-theme", name), theme);
    const { path } = await sharedPage(product.url, "By water", html);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("By water");
    await expect(page.getByText("January 11, 1660")).toBeVisible();
    await expect(page.getByRole("heading", { level: 2, name: "Morning" })).toBeVisible();
    await expect(page.getByText("Deptford")).toBeVisible();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await expectAccessible(page);
  });
}

test("a page without title or words is a page, and one that was taken back says so", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const { path, withdraw } = await sharedPage(product.url, "", "");
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Untitled Entry" })).toBeVisible();
  await withdraw();
  await page.reload();
  await expect(page.getByRole("heading", { name: "This page is not shared" })).toBeVisible();
  await expectAccessible(page);
});
