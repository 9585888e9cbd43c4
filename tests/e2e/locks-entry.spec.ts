import { ok } from "../answers.ts";
import { expect, padOf, test } from "../fixtures.ts";
import { waitForMail } from "../integration/mailbox.ts";
import { expectLooksGood } from "./looks.ts";
import { lockForm, lockPassword, logInNewUser, type TestUser, writeEntry } from "./test-users.ts";

/** Locks an entry through the API, with a password. */
async function lockEntry(
  { remote, journalId }: TestUser,
  entryId: string,
  options: { remember_password?: boolean; auto?: boolean } = {},
): Promise<void> {
  const body = { ...lockForm, ...options };
  ok(await remote.call("updateEntry", { params: { journalId, entryId }, body }));
}

test("a locked entry opens with its own password, or after a mailed link removed its lock", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const title = "A rather long title ".repeat(24).trim();
  const entryId = await writeEntry(user, title, "What I paid.");
  await lockEntry(user, entryId);
  const entryPath = `/journals/${user.journalId}/${entryId}`;
  const pad = padOf(page);
  await page.goto(entryPath);
  await page.waitForURL(`**${entryPath}/unlock`);
  await expect(page.getByText("the yard")).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await expectLooksGood(page);

  await test.step("a mailed link removes the lock", async () => {
    await page.getByRole("button", { name: "Forgot the password?" }).click();
    await page.getByRole("button", { name: "E-mail me the link" }).click();
    await expect(page.getByText("We sent the link.", { exact: false })).toBeVisible();
    const { text } = await waitForMail(product.data, user.person.email, "/unlock?token=");
    const link = new URL(/https?:\/\/[^\s"<>]*\/unlock\?token=[^\s"<>]*/.exec(text)?.[0] ?? "");
    expect(link.pathname).toBe(`${entryPath}/unlock`);
    await page.goto(link.pathname + link.search);
    await expect(page.getByRole("heading", { level: 1, name: "Lock removed" })).toBeVisible();
    await page.getByRole("link", { name: "Continue" }).click();
    await expect(pad.text).toHaveText("What I paid.");
  });

  await test.step("the password opens the entry", async () => {
    await lockEntry(user, entryId, { remember_password: true, auto: true });
    await page.reload();
    await page.waitForURL(`**${entryPath}/unlock`);
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await page.keyboard.type("not it");
    await page.keyboard.press("Enter");
    await expect(page.getByText("This is not the password of this entry.")).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill(lockPassword);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${entryPath}`);
    await expect(pad.text).toHaveText("What I paid.");
  });

  await test.step("the form to change the lock starts with the lock's options, and the title does not fill the dialog", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Lock settings…" }).click();
    const dialog = page.getByRole("dialog");
    await expect
      .poll(async () => (await dialog.getByRole("heading").boundingBox())?.height)
      .toBeLessThan(120);
    await page.getByRole("button", { name: "Change the lock…" }).click();
    const boxes = dialog.getByRole("checkbox");
    await expect(boxes).toHaveCount(2);
    for (const box of await boxes.all()) await expect(box).toBeChecked();
  });
});

test("unsaved text of an entry that was locked in the meantime is saved after unlocking it", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const { journalId } = user;
  const entryId = await writeEntry(user, "Plague", "Two or three houses.");
  await page.goto(`/journals/${journalId}/${entryId}`);
  const pad = padOf(page);
  await expect(pad.text).toHaveText("Two or three houses.");
  await lockEntry(user, entryId);
  await pad.type(" God preserve us all.");
  await pad.expectState("Locked – kept on this device");
  await page.getByRole("main").getByRole("link", { name: "Samuel’s Journal" }).click();
  // The URL changes before the page does.
  await expect(page.getByRole("heading", { level: 1, name: "Samuel’s Journal" })).toBeVisible();
  await page.getByRole("heading", { level: 3 }).getByRole("link", { name: "Plague" }).click();
  await page.waitForURL(/\/unlock/);
  await page.getByLabel("Password", { exact: true }).fill(lockPassword);
  await page.keyboard.press("Enter");
  await expect(pad.text).toHaveText("Two or three houses. God preserve us all.");
  await pad.expectSaved();
});

test("a journal with locked entries is not deleted forever, and the dialog lists these entries", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  const entryId = await writeEntry(user, "Mercer’s", "What I paid.");
  await lockEntry(user, entryId);
  ok(await user.remote.call("deleteJournal", { params: { journalId: user.journalId } }));
  await page.goto("/journals");
  await page.getByRole("button", { name: "Deleted journals" }).click();
  await page.getByRole("button", { name: "Delete Samuel’s Journal forever" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete forever" }).click();
  await expect(dialog.getByRole("listitem")).toHaveText(["Mercer’s"]);
  await expect(dialog.getByText("Restore the journal, unlock these entries", { exact: false })).toBeVisible();
});
