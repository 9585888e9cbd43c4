import { expect, padOf, test } from "../fixtures.ts";
import { mailTo } from "../integration/mailbox.ts";
import { expectLooksGood } from "./looks.ts";
import { lockForm, lockPassword, moveIn, must, type Resident, writeEntry } from "./residents.ts";

/** Locks an entry of somebody who has moved in. */
async function lockEntry(
  { remote, journalId }: Resident,
  entryId: string,
  more: { remember_password?: boolean; auto?: boolean } = {},
): Promise<void> {
  const body = { ...lockForm, ...more };
  must(await remote.call("updateEntry", { params: { journalId, entryId }, body }));
}

test("a locked entry asks for its own password, and then opens", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const resident = await moveIn(page, product);
  const entryId = await writeEntry(resident, "Mercer’s", "What I paid.");
  await lockEntry(resident, entryId);
  const address = `/journals/${resident.journalId}/${entryId}`;
  await page.goto(address);
  await page.waitForURL(`**${address}/unlock`);
  await expect(page.getByText("the yard")).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await expectLooksGood(page);
  await page.keyboard.type("not it");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is not the password of this entry.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(lockPassword);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${address}`);
  await expect(padOf(page).text).toHaveText("What I paid.");
});

test("a mailed link takes the lock off an entry", async ({ page, product, expectNetworkErrors }) => {
  expectNetworkErrors();
  const resident = await moveIn(page, product);
  const entryId = await writeEntry(resident, "Mercer’s", "What I paid.");
  await lockEntry(resident, entryId);
  const address = `/journals/${resident.journalId}/${entryId}`;
  await page.goto(`${address}/unlock`);
  await page.getByRole("button", { name: "Forgotten the password?" }).click();
  await page.getByRole("button", { name: "Mail me the link" }).click();
  await expect(page.getByText("The link is on its way.", { exact: false })).toBeVisible();
  const { text } = await mailTo(product.data, resident.person.email, "/unlock?token=");
  const link = new URL(/https?:\/\/[^\s"<>]*\/unlock\?token=[^\s"<>]*/.exec(text)?.[0] ?? "");
  expect(link.pathname).toBe(`${address}/unlock`);
  await page.goto(link.pathname + link.search);
  await expect(page.getByRole("heading", { level: 1, name: "The lock is off" })).toBeVisible();
  await page.getByRole("link", { name: "Go on" }).click();
  await expect(padOf(page).text).toHaveText("What I paid.");
});

test("unsaved words of an entry that was locked meanwhile wait behind its lock", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const resident = await moveIn(page, product);
  const { journalId } = resident;
  const entryId = await writeEntry(resident, "Plague", "Two or three houses.");
  await page.goto(`/journals/${journalId}/${entryId}`);
  const pad = padOf(page);
  await expect(pad.text).toHaveText("Two or three houses.");
  await lockEntry(resident, entryId);
  await pad.type(" God preserve us all.");
  await pad.expectState("Locked – kept on this device");
  await page.getByRole("main").getByRole("link").first().click();
  await page.getByRole("main").getByText("Plague").click();
  await page.waitForURL(/\/unlock/);
  await page.getByLabel("Password", { exact: true }).fill(lockPassword);
  await page.keyboard.press("Enter");
  await expect(pad.text).toHaveText("Two or three houses. God preserve us all.");
  await pad.expectSaved();
});

test("a title of any length leaves room in the dialog of its lock", async ({ page, product }) => {
  const resident = await moveIn(page, product);
  const entryId = await writeEntry(
    resident,
    "A rather long title ".repeat(24).trim(),
    "Two or three houses.",
  );
  await page.goto(`/journals/${resident.journalId}/${entryId}`);
  await page.getByRole("button", { name: "More for this entry" }).click();
  await page.getByRole("menuitem", { name: "Lock this entry…" }).click();
  const title = page.getByRole("dialog").getByRole("heading");
  await expect(title).toBeVisible();
  expect((await title.boundingBox())?.height).toBeLessThan(120);
});

test("the form of another password starts with what was chosen before", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const resident = await moveIn(page, product);
  const entryId = await writeEntry(resident, "Mercer’s", "What I paid.");
  await lockEntry(resident, entryId, { remember_password: true, auto: true });
  await page.goto(`/journals/${resident.journalId}/${entryId}`);
  await page.getByLabel("Password", { exact: true }).fill(lockPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "More for this entry" }).click();
  await page.getByRole("menuitem", { name: "Lock of this entry…" }).click();
  await page.getByRole("button", { name: "Change the lock…" }).click();
  const boxes = page.getByRole("dialog").getByRole("checkbox");
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await expect(box).toBeChecked();
});
