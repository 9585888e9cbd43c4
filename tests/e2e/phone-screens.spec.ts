import { devices } from "@playwright/test";
import { expect, padOf, testWithOwnProduct } from "../fixtures.ts";
import { createDiary } from "./diary.ts";
import { expectFits, expectLooksGood } from "./looks.ts";

const test = testWithOwnProduct({ MOBILE_SCREENS: "full" });

const { userAgent, deviceScaleFactor, isMobile, hasTouch } = devices["iPhone 13"];
test.use({ viewport: { width: 390, height: 844 }, userAgent, deviceScaleFactor, isMobile, hasTouch });

const longTitle = "A walk through the old harbour before breakfast";

test("with all screens allowed on phones, a person reads and writes on a phone", async ({
  page,
  ownProduct,
}) => {
  const diary = await createDiary(page, ownProduct);
  await diary.writeOn("2026-11-20", longTitle);
  await page.goto("/journals");
  const journal = page.getByRole("heading", { level: 2, name: "Journal" });
  await expect.poll(async () => (await journal.boundingBox())?.width).toBeGreaterThan(150);
  await expectLooksGood(page, [390]);

  await page.goto(diary.listPath);
  // On a phone nothing hovers over a row, so its checkbox is always visible.
  await expect(page.locator("label", { has: page.getByLabel(`Select ${longTitle}`) })).toHaveCSS(
    "opacity",
    "1",
  );
  const title = page.getByRole("heading", { level: 3, name: longTitle });
  // The title is wide enough for words, not one letter per line.
  await expect.poll(async () => (await title.boundingBox())?.width).toBeGreaterThan(150);
  await expectLooksGood(page, [390]);
  await title.click();
  const pad = padOf(page);
  await expect(pad.title).toHaveValue(longTitle);
  await pad.type(" And home again.");
  await pad.expectSaved();
  await expectLooksGood(page, [390]);
  // The page that the button of a reminder mail opens.
  await page.goto(diary.listPath.replace("/entries", "/new"));
  await expect(pad.title).toHaveValue("");
  await page.goto("/app/account");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expect(page.getByLabel("First name")).toBeVisible();
  await expectFits(page);
  await page.goto(diary.listPath.replace("/entries", "/calendar"));
  await expect(page.getByRole("heading", { level: 1, name: "Calendar" })).toBeVisible();
  await expectFits(page);
});
