import { expect, test } from "../fixtures.ts";
import { allWidths, expectAccessible, expectLooksGood } from "./looks.ts";
import { createUser, writeEntry } from "./test-users.ts";

test("without a session, mailed links exclude an entry or disable Looking Glass; a wrong link says that it does not work", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await createUser(product);
  const { session, remote } = user;
  const stranger = await createUser(product);
  const entryId = await writeEntry(user, "Lord’s day", "Up, and to church.");
  const path = `/app/exclude-lookingglass/${entryId}`;

  await test.step("a link that excludes an entry, also when it is used again", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const _ of ["first", "second"]) {
      await page.goto(`${path}/${session.user.slug}`);
      await page.getByRole("button", { name: "Permanently exclude entry" }).click();
      await expect(page.getByRole("heading", { name: "Entry Excluded" })).toBeFocused();
    }
    await page.goto(`${path}/${stranger.session.user.slug}`);
    await page.getByRole("button", { name: "Permanently exclude entry" }).click();
    const invalidLinkHeading = page.getByRole("heading", { name: "This link does not work" });
    await expect(invalidLinkHeading).toBeFocused();
    await expectLooksGood(page, [360]);
    await page.goto("/app/exclude-lookingglass/x/y");
    await expect(invalidLinkHeading).toBeVisible();
    await expect(page.getByRole("button", { name: "Permanently exclude entry" })).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("a link that disables Looking Glass, and then leads to the login", async () => {
    const isLookingGlassOn = async () => {
      const settings = await remote.call("getSettings");
      return settings.ok && settings.body.settings.looking_glass;
    };
    await page.goto(`/app/disable-lookingglass/${session.user.slug}`);
    const button = page.getByRole("button", { name: "Disable Looking Glass" });
    await expect(button).toBeVisible();
    await expect(page.getByText("You can enable them again in journal settings.")).toBeVisible();
    await expectLooksGood(page, allWidths);
    expect(await isLookingGlassOn()).toBe(true);
    await button.click();
    await expect(page.getByRole("heading", { name: "Looking Glass Disabled" })).toBeFocused();
    expect(await isLookingGlassOn()).toBe(false);
    await expectAccessible(page);
    await page.waitForURL("**/app/login?after_login=%2Fjournals");
  });
});
