import { expect, padOf, test } from "../fixtures.ts";
import { logInNewUser, makeReadOnly, writeEntry } from "./test-users.ts";

test("a read-only entry can be read and starred but not changed", async ({ page, product }) => {
  const user = await logInNewUser(page, product);
  const id = await writeEntry(user, "Homework", "As it was handed in.");
  await makeReadOnly(product, id);
  const saves: string[] = [];
  page.on("request", (request) => request.method() === "PUT" && saves.push(request.url()));
  const entryPath = `/journals/${user.journalId}/${id}`;
  await expect(async () => {
    await page.goto(entryPath);
    await expect(page.getByText("This entry is read-only.")).toBeVisible({ timeout: 5_000 });
  }).toPass();
  const pad = padOf(page);
  await expect(pad.text).toHaveText("As it was handed in.");
  await expect(pad.text).toHaveAttribute("contenteditable", "false");
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveAttribute("readonly", "");
  await expect(page.getByRole("toolbar")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add photos" })).toHaveCount(0);
  await pad.text.click();
  await page.keyboard.type("Better.");
  await expect(pad.text).toHaveText("As it was handed in.");
  expect(saves).toEqual([]);

  await page.getByRole("button", { name: "Star this entry" }).click();
  await pad.expectSaved();
  await page.reload();
  await expect(page.getByRole("button", { name: "Remove the star" })).toBeVisible();
});
