import { randomUUID } from "node:crypto";
import { expect, test } from "../fixtures.ts";
import { allWidths, expectLooksGood } from "./looks.ts";
import { createPromoCode, logInNewUser, writeEntry } from "./test-users.ts";

test.use({ showsOffers: true });

test("the 15th entry opens an offer once, and its page shows a year of PRO for half the price", async ({
  page,
  product,
}) => {
  const user = await logInNewUser(page, product);
  await Promise.all(Array.from({ length: 15 }, (_, day) => writeEntry(user, `Day ${day}`, "Up betimes.")));
  await page.goto("/journals");
  const dialog = page.getByRole("dialog", { name: "Your 15th entry: PRO for half the price" });
  await expect(dialog).toContainText(/It ends in [67] days/);
  await expectLooksGood(page);
  await dialog.getByRole("button", { name: "Not now" }).click();
  const banner = page.getByRole("complementary", { name: "Current offer" });
  await expect(banner).toContainText("Power User Sale: 50 percent off yearly plans.");
  await page.reload();
  await expect(banner).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expectLooksGood(page);

  await banner.getByRole("link", { name: "See the offer" }).click();
  await expect(page.getByRole("timer")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay $9.99" })).toBeVisible();
  await expectLooksGood(page, allWidths);
});

test("a promo page shows a visitor the price with its code, and says so if the code is wrong", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  // The browser logs the refusal of the wrong code.
  expectNetworkErrors();
  const code = `SPRING-${randomUUID().slice(0, 8).toUpperCase()}`;
  await createPromoCode(product, code, 75);
  await page.goto(`/promos/spring?pc=${code}&promo=alternate`);
  await expect(page.getByText("One year of PRO")).toContainText("$4.99");
  await expectLooksGood(page, allWidths);
  await page.getByRole("link", { name: "Get PRO for $4.99" }).click();
  await expect(page).toHaveURL(`/gopro?pc=${code}`);
  await page.goto("/promos/spring?pc=NO-SUCH-CODE");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("heading", { name: "This code does not work" })).toBeVisible();
  await expectLooksGood(page, allWidths);
  await page.goto("/promos/flash-sale");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Flash sale");
  await expectLooksGood(page);
});
