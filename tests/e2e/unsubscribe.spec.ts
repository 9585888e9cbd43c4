import { expect, test } from "../fixtures.ts";
import { allWidths, expectAccessible, expectLooksGood } from "./looks.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("an unsubscribe link with an address asks only for a confirmation, and can be tried again after a failure", async ({
  page,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  await page.goto("/unsubscribe/sponsored?email=samuel%40example.org");
  await expect(page.getByText("samuel@example.org")).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expectAccessible(page);
  await page.route("**/api/unsubscribe/sponsored", (route) =>
    route.fulfill({
      status: 429,
      json: { error: "Please try again in an hour.", code: "rate_limited" },
      headers: { "Retry-After": "3600" },
    }),
  );
  await page.getByRole("button", { name: "Unsubscribe Now" }).click();
  await expect(page.getByRole("alert")).toHaveText("Please try again in an hour.");
  await page.unroute("**/api/unsubscribe/sponsored");
  const sentRequest = page.waitForRequest("**/api/unsubscribe/sponsored");
  await page.getByRole("button", { name: "Unsubscribe Now" }).click();
  expect((await sentRequest).postDataJSON()).toEqual({ email: "samuel@example.org" });
  await expect(page.getByRole("heading", { name: "Success!" })).toBeFocused();
  await expect(page.getByText(/samuel@example\.org was permanently unsubscribed/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to Daybook" }).click();
  await page.waitForURL("**/app/signup");
});

test("an unsubscribe link without an address asks for one", async ({ page }) => {
  await page.goto("/unsubscribe/sponsored");
  await expect(page.getByLabel("E-mail")).toBeVisible();
  await page.getByRole("button", { name: "Unsubscribe Now" }).click();
  await expect(page.getByText("Enter an e-mail address")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expectLooksGood(page, allWidths);
  await page.getByLabel("E-mail").fill("samuel@example.org");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Success!" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
