import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { expect, newPerson, test } from "../fixtures.ts";
import { expectAccessible, expectLooksGood } from "./looks.ts";

/** Creates an entry with a public link. `unshare` removes the link. */
async function createSharedEntry(origin: string, title: string, html: string) {
  const daybook = remoteDaybook(origin);
  await daybook.logInOrSignUp(newPerson());
  const journalsAnswer = await daybook.call("listJournals");
  const journalId = String(journalsAnswer.ok && journalsAnswer.body.journals[0]?.journal.id);
  const body = { title, richtext_body: html, local_date: "1660-01-11" };
  const createdAnswer = await daybook.call("createEntry", { params: { journalId }, body });
  if (!createdAnswer.ok) throw new Error(createdAnswer.body.error);
  const params = { journalId, entryId: String(createdAnswer.body.entry.id) };
  const linkAnswer = await daybook.call("publicLink", { params });
  if (!linkAnswer.ok) throw new Error(linkAnswer.body.error);
  return { path: linkAnswer.body.public_url, unshare: () => daybook.call("unpublicLink", { params }) };
}

const html =
  "<h1>Morning</h1><p>To <strong>Deptford</strong> by water.</p><blockquote><p>And so home.</p></blockquote>" +
  `<p>${"w".repeat(200)}</p>` +
  '<p><img src="https://pictures.example.org/river.png" alt="The river"></p>';

test("a shared entry looks good to a visitor, on narrow and wide screens, and has the theme that the device remembers", async ({
  page,
  product,
}) => {
  const { path } = await createSharedEntry(product.url, "By water", html);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("By water");
  await expect(page.getByText("Sun. 1/11/1660")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Morning" })).toBeVisible();
  await expect(page.getByText("Deptford")).toBeVisible();
  await expect(page.getByText("The river. Picture from pictures.example.org, not loaded")).toBeVisible();
  await expectLooksGood(page, [360, 768, 1440]);
  await page.evaluate(() => localStorage.setItem("daybook-ui-theme", "dark"));
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-ui-theme", "dark");
  await expectAccessible(page);
});

test("an empty shared entry opens, and one that is no longer shared says so", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const { path, unshare } = await createSharedEntry(product.url, "", "");
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Untitled Entry" })).toBeVisible();
  await unshare();
  await page.reload();
  await expect(page.getByRole("heading", { name: "This page is not shared" })).toBeVisible();
  await expectAccessible(page);
});
