import type { Page } from "@playwright/test";
import { expect, padOf, test } from "../fixtures.ts";
import { expectLooksGood } from "./looks.ts";
import { logInNewUser, openEntry } from "./test-users.ts";

/** The tags of the open entry. */
const tagsOf = (page: Page) => page.getByRole("list", { name: "Tags" }).getByRole("link");

/** Waits until the server has stored a change of a tag. */
const waitForSavedTag = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.request().method() !== "GET" && response.url().includes("/api/tags") && response.ok(),
  );

/** Adds tags by keyboard, and leaves the field. */
async function addTags(page: Page, ...names: string[]): Promise<void> {
  await page.getByRole("button", { name: "Add a tag" }).focus();
  await page.keyboard.press("Enter");
  const field = page.getByRole("combobox", { name: "New tag" });
  for (const name of names) {
    const tagResponse = waitForSavedTag(page);
    await field.fill(name);
    await page.keyboard.press("Enter");
    await expect(tagsOf(page).filter({ hasText: name })).toHaveCount(1);
    await tagResponse;
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Add a tag" })).toBeFocused();
}

test("entries are tagged by keyboard and by mouse; tags are renamed, merged after a confirmation, and deleted", async ({
  page,
  product,
}) => {
  const user = await logInNewUser(page, product);
  const pad = padOf(page);
  await test.step("entries are tagged by keyboard, with new tags and an existing one", async () => {
    await pad.openNew();
    await addTags(page, "office", "at sea");
    await page.waitForURL(/\/journals\/\d+\/\d+$/);
    await expect(tagsOf(page)).toHaveText(["office", "at sea"]);

    await openEntry(page, user, "Another day", "Up betimes");
    await page.getByRole("button", { name: "Add a tag" }).click();
    const field = page.getByRole("combobox", { name: "New tag" });
    await expect(page.getByRole("option")).toHaveText([/^at sea/, /^office/]);
    await field.fill("SEA");
    await expect(page.getByRole("option")).toHaveText([/^at sea/, "Create “SEA”"]);
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("option", { name: /^at sea/ })).toHaveAttribute("aria-selected", "true");
    await expectLooksGood(page);
    const tagResponse = waitForSavedTag(page);
    await page.keyboard.press("Enter");
    await expect(tagsOf(page)).toHaveText(["at sea"]);
    await tagResponse;
    await field.fill("At Sea");
    await page.keyboard.press("Enter");
    await expect(page.getByText("This entry already has the tag “At Sea”.")).toBeVisible();
    await page.reload();
    await expect(tagsOf(page)).toHaveText(["at sea"]);
  });

  await test.step("tags are added and removed by mouse, and link to the filtered list", async () => {
    await page.getByRole("button", { name: "Add a tag" }).click();
    await page.getByRole("combobox", { name: "New tag" }).fill("river");
    await page.getByRole("option", { name: "Create “river”" }).click();
    await expect(tagsOf(page)).toHaveText(["at sea", "river"]);
    await expect(tagsOf(page).last()).toHaveAttribute("href", /\/journals\/\d+\/entries\?tag=\d+$/);
    const removeResponse = page.waitForResponse((response) => response.url().includes("/api/tags/"));
    await page.getByRole("button", { name: "Remove the tag river" }).click();
    await expect(tagsOf(page)).toHaveText(["at sea"]);
    expect((await removeResponse).ok()).toBe(true);
    await page.reload();
    await expect(pad.text).toContainText("Up betimes");
    await expect(tagsOf(page)).toHaveText(["at sea"]);
  });

  await test.step("tags are renamed, merged after a confirmation, and deleted", async () => {
    // With the two tags of the first entry, the account has five.
    await addTags(page, "river", "ocean", "wine");
    await page.getByRole("button", { name: "More actions" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("m");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Your tags" });
    await expect(dialog.getByRole("listitem")).toHaveCount(5);

    await dialog.getByRole("button", { name: "Rename river" }).click();
    await dialog.getByLabel("Name of the tag").fill("Thames");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Thames")).toBeVisible();
    await expectLooksGood(page);

    await dialog.getByRole("button", { name: "Rename ocean" }).click();
    await dialog.getByLabel("Name of the tag").fill("thames");
    await page.keyboard.press("Enter");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("1 entry tagged “ocean” will have “Thames” instead");
    await question.getByRole("button", { name: "Merge" }).click();
    await expect(question).toHaveCount(0);
    await expect(dialog.getByRole("listitem")).toHaveCount(4);

    await dialog.getByRole("button", { name: "Delete wine" }).click();
    await expect(question).toContainText("The entries stay");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(dialog.getByRole("listitem")).toHaveCount(3);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "More actions" })).toBeFocused();
    await expect(tagsOf(page)).toHaveText(["at sea", "Thames"]);
  });
});
