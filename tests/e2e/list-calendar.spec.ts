import { expect, padOf, test } from "../fixtures.ts";
import { createDiary } from "./diary.ts";
import { expectLooksGood } from "./looks.ts";

test("days of the calendar link to their entries, in any century; arrow and page keys move between days and months, and the calendar looks good", async ({
  page,
  product,
}) => {
  const diary = await createDiary(page, product);
  await diary.writeOn("1660-01-01", "Blessed be God");
  await diary.writeOn("1660-01-01", "In the evening");
  const otherDays = ["1660-01-02", "1660-01-08", "1660-01-31", "1660-02-03", "1660-02-29", "2026-11-20"];
  const busyDay = "1660-01-09";
  await Promise.all(
    [...otherDays, busyDay, busyDay, busyDay, busyDay].map((day) => diary.writeOn(day, `On ${day}`)),
  );
  await page.goto(diary.listPath);
  await page.getByRole("link", { name: "Calendar" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "November 2026" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Friday, November 20, 2026, 1 entry" })).toBeVisible();

  await page.getByRole("link", { name: "Oldest entry: January 1660" }).click();
  await expect(page).toHaveURL(/\/calendar\?month=1660-01$/);
  await expect(page.getByRole("link", { name: "Friday, January 9, 1660, 4 entries" })).toBeVisible();
  await expectLooksGood(page);
  await page.getByRole("link", { name: "February 1660, 2 entries" }).click();
  await expect(page.getByRole("link", { name: "Sunday, February 29, 1660, 1 entry" })).toBeVisible();
  await page.getByRole("link", { name: "Previous month: January 1660" }).click();

  await test.step("arrow and page keys move between days and months", async () => {
    const linkOfDay = (day: string, count = "1 entry") =>
      page.getByRole("link", { name: `${day}, 1660, ${count}` });
    await linkOfDay("Thursday, January 1", "2 entries").focus();
    await page.keyboard.press("ArrowDown");
    await expect(linkOfDay("Thursday, January 8")).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(linkOfDay("Wednesday, January 7", "no entries")).toBeFocused();
    await page.keyboard.press("End");
    await expect(linkOfDay("Saturday, January 31")).toBeFocused();
    await page.keyboard.press("PageDown");
    await expect(page).toHaveURL(/month=1660-02$/);
    await expect(linkOfDay("Tuesday, February 3")).toBeFocused();
    await page.keyboard.press("PageDown");
    await expect(page).toHaveURL(/month=1660-03$/);
    await expect(linkOfDay("Monday, March 1", "no entries")).toBeFocused();
    await page.keyboard.press("PageUp");
    await expect(linkOfDay("Tuesday, February 3")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 3 })).toHaveText(["On 1660-02-03"]);
    await page.goBack();
  });

  await page.getByRole("link", { name: "Previous month: January 1660" }).click();
  await page.getByRole("link", { name: "Thursday, January 1, 1660, 2 entries" }).click();
  await expect(page).toHaveURL(/\?time=custom&timeStart=1660-01-01&timeEnd=1660-01-01$/);
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(["In the evening", "Blessed be God"]);
  await expect(page.getByText("2 of 12 entries", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 2, name: "January 1660" })).toBeVisible();

  await page.getByLabel("Year").fill("2026");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?month=2026-01$/);
  await expect(page.getByText("No entries in this month.")).toBeVisible();

  await page.getByRole("link", { name: "Friday, January 16, 2026, no entries: write one" }).click();
  await expect(page.getByText("Fri. 1/16/2026")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Fri. 1/16/2026")).toBeVisible();
  const pad = padOf(page);
  await pad.title.fill("A late start");
  await expect(page).toHaveURL(/\/journals\/\d+\/\d+$/);
  await page.goto(`/journals/${diary.journalId}/calendar?month=2026-01`);
  await expect(page.getByRole("link", { name: "Friday, January 16, 2026, 1 entry" })).toBeVisible();
});
