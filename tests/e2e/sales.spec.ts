import { ok } from "../answers.ts";
import { expect, newPerson, test } from "../fixtures.ts";
import { allWidths, expectLooksGood } from "./looks.ts";
import { logInNewUser } from "./test-users.ts";

test("the upgrade button and a feature of PRO open the upgrade dialog, and paying unlocks the feature", async ({
  page,
  product,
}) => {
  const { remote } = await logInNewUser(page, product);
  const { journals } = ok(await remote.call("listJournals"));
  const journalId = journals[0]!.journal.id;
  const body = { title: "Snow", richtext_body: "<p>Snow</p>" };
  ok(await remote.call("createEntry", { params: { journalId: String(journalId) }, body }));
  const search = async () => ok(await remote.call("search", { query: { query: "snow" } })).total_entries;
  await expect.poll(search).toBe(1);
  const dialog = page.getByRole("dialog", { name: "Upgrade to PRO" });

  await page.goto("/search?query=snow");
  await page.getByRole("banner").getByRole("button", { name: "Upgrade" }).click();
  await expect(dialog.getByRole("radio", { name: /^PRO, 1 Year/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  const filters = page.getByRole("group", { name: "Filters" });
  await filters.getByRole("button", { name: "About PRO" }).click();
  await dialog.getByRole("radio", { name: /^PRO, 1 Year/ }).check();
  await dialog.getByLabel("Test card number").fill("4111 1111 1111 1111");
  await expectLooksGood(page, allWidths);
  await dialog.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(dialog.getByText("Thank you. You bought PRO, 1 Year.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toBeHidden();
  await expect(filters.getByRole("combobox", { name: "Search in" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Upgrade" })).toHaveCount(0);
});

test("a visitor buys with e-mail and password, which the form keeps after a declined card; all tabs are then logged in", async ({
  page,
  context,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const { email, password } = newPerson();
  const otherTab = await context.newPage();
  await otherTab.goto(`${product.url}/online-journal`);
  await expect(otherTab.getByRole("main").getByRole("link", { name: "Log in" }).first()).toBeVisible();
  await page.goto(`${product.url}/gopro`);
  await page.getByRole("radio", { name: /^PRO plus, Lifetime/ }).check();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  const card = page.getByLabel("Test card number");
  await card.fill("4000 1111 1111 1115");
  await expectLooksGood(page, allWidths);
  const pay = page.getByRole("button", { name: "Pay $199.99" });
  await pay.click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(password);

  await card.fill("4111 1111 1111 1111");
  await pay.click();
  await expect(page.getByText("Thank you. You bought PRO plus, Lifetime.")).toBeVisible();
  await expect(otherTab.getByRole("link", { name: "Go to your journals" }).first()).toBeVisible();
  await page.getByRole("link", { name: "Start writing" }).click();
  await expect(page).toHaveURL(/\/welcome$/);
});
