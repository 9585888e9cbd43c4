import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, padOf, signUp, test } from "../fixtures.ts";
import { expectLooksGood } from "./looks.ts";

test("an entry is sent to a few people, with a few words", async ({ page, product, expectNetworkErrors }) => {
  test.slow();
  expectNetworkErrors();
  await signUp(page);
  const pad = padOf(page);
  await pad.write("By water", "To Deptford, and home again.");
  await page.getByRole("button", { name: "Share", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Send this entry by e-mail" });
  const to = dialog.getByLabel("To", { exact: true });
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(to).toHaveAccessibleDescription("Tell us whom to send it to.");
  await to.fill("elisabeth@example.com");
  await page.keyboard.press("Enter");
  await to.pressSequentially("will@example.com, jane@");
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await dialog.getByLabel("A few words with it").fill("Read this.");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(to).toHaveAccessibleDescription("Not an e-mail address: jane@");
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectLooksGood(page);
  }
  await dialog.getByRole("button", { name: "Remove jane@" }).click();
  await expect(to).toBeFocused();
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("On its way to 2 people.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const outbox = join(product.data, "outbox");
  await expect
    .poll(
      async () => {
        const names = await readdir(outbox);
        const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), "utf8")));
        return mails.filter((mail) => /^To: .*(?:elisabeth|will)@example\.com/im.test(mail)).length;
      },
      { timeout: 30_000 },
    )
    .toBe(2);
});

test("at most twenty people, and nothing is sent beyond", async ({ page }) => {
  await signUp(page);
  const pad = padOf(page);
  await pad.write("By water", "To Deptford");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("menuitem", { name: "Send by e-mail…" }).click();
  const dialog = page.getByRole("dialog", { name: "Send this entry by e-mail" });
  const to = dialog.getByLabel("To", { exact: true });
  await to.fill(Array.from({ length: 21 }, (_, index) => `p${index}@example.com`).join(", "));
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(to).toHaveAccessibleDescription("At most 20 people at once.");
  await expect(dialog.getByRole("listitem")).toHaveCount(21);
});

test("a public link is made, opened by a stranger, and withdrawn", async ({ page, browser, product }) => {
  test.slow();
  await signUp(page);
  const pad = padOf(page);
  const address = await pad.write("By water", "To Deptford");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("menuitem", { name: "Public link…" }).click();
  const dialog = page.getByRole("dialog", { name: "Public link" });
  await expect(dialog).toContainText("Anybody who has the link can read this entry");
  await expect(dialog).toContainText("locked, or in the trash");
  await dialog.getByRole("button", { name: "Make a public link" }).click();
  const link = await dialog.getByLabel("Link", { exact: true }).inputValue();
  expect(new URL(link).origin).toBe(new URL(product.url).origin);
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectLooksGood(page);
  }
  await dialog.getByRole("button", { name: "Copy" }).click();
  await expect(dialog.getByText(/Copied\.|Ctrl\+C/)).toBeVisible();
  const stranger = await browser.newContext();
  const theirs = await stranger.newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { level: 1, name: "By water" })).toBeVisible();

  // As it was left, also the next time.
  await page.goto(address);
  await page.getByRole("button", { name: "Share", exact: true }).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Link", { exact: true })).toHaveValue(link);
  await expect(dialog.getByRole("link", { name: "Open" })).toHaveAttribute("href", link);
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw the link" }).click();
  await expect(dialog.getByText("Nobody can open the link any more.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Make a public link" })).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole("heading", { name: "This page is not shared" })).toBeVisible();
  await stranger.close();
});

test("a prompt stands above what answers it, and is sent with the entry", async ({ page }) => {
  test.slow();
  await signUp(page);
  const pad = padOf(page);
  await pad.openNew();
  await page.getByRole("button", { name: "Give me a prompt" }).focus();
  await page.keyboard.press("Enter");
  const prompt = page.getByRole("region", { name: "Prompt" });
  await expect(prompt.getByRole("paragraph")).not.toBeEmpty();
  const first = await prompt.getByRole("paragraph").innerText();
  await prompt.getByRole("button", { name: "Another one" }).click();
  await expect(prompt.getByRole("paragraph")).not.toHaveText(first);
  const text = await prompt.getByRole("paragraph").innerText();
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectLooksGood(page);
  }
  const created = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("entries"),
  );
  await pad.type("That I am well.");
  expect(Number((await created).postDataJSON().prompt_id)).toBeGreaterThan(0);
  await page.waitForURL(/\/journals\/\d+\/\d+$/);
  await pad.expectSaved();
  await expect(prompt.getByRole("button")).toHaveCount(0);
  await page.reload();
  await expect(prompt).toHaveText(text);
});
