import type { DateMethod } from "@daybook/domain/contract/appearance-values";
import { expect, test } from "../fixtures.ts";
import { createDiary } from "./diary.ts";
import { expectLooksGood } from "./looks.ts";

// Today this zone is 14 hours ahead of UTC, so its date is often the next day. In 1660 its local mean time was 10½ hours behind UTC, so a
// date of 1660 that is wrongly read as an instant appears as the day before.
const timezone = "Pacific/Kiritimati";
test.use({ timezoneId: timezone });

test("entries show the kind of date that is set for their journal, or none, in the list and on the pad", async ({
  page,
  product,
}) => {
  const diary = await createDiary(page, product, { timezone });
  const { id, modified_at } = await diary.writeOn("1660-01-04", "Lord's day");
  const changeDate = new Date(modified_at).toLocaleDateString("en-US", { timeZone: timezone });
  const entryPath = `/journals/${diary.journalId}/${id}`;
  const { journal } = await diary.call("getJournal", diary.inJournal());
  const params = { ...diary.inJournal().params, settingId: String(journal.compose_setting.id) };
  const setDateMethod = (method: DateMethod) =>
    diary.call("updateComposeSetting", { params, body: { display_date_method: method } });
  const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Lord's day" }) });
  const paper = page.getByRole("article", { name: "Lord's day" });
  const layouts = ["Comfortable", "Compact", "Titles only"];

  await page.goto(diary.listPath);
  await expect(row.getByText("1/4/1660")).toBeVisible();

  await setDateMethod("modified");
  await page.reload();
  for (const layout of layouts) {
    await page.getByRole("button", { name: layout }).click();
    await expect(row.locator("time")).toContainText("Changed");
    await expect(row.locator("time")).toContainText(changeDate);
    await expect(row.getByText("1/4/1660")).toBeHidden();
    await expectLooksGood(page);
  }
  await expect(page.getByRole("heading", { name: "January 1660" })).toBeVisible();
  await page.goto(entryPath);
  await expect(paper.getByText("1/4/1660")).toBeVisible();
  await expect(paper.getByText(/^Changed /)).toContainText(changeDate);
  await expectLooksGood(page);

  await setDateMethod("none");
  await page.goto(diary.listPath);
  for (const layout of layouts) {
    await page.getByRole("button", { name: layout }).click();
    await expect(row).toBeVisible();
    await expect(row.locator("time")).toHaveCount(0);
    await expectLooksGood(page);
  }
  await page.goto(entryPath);
  const dateButton = paper.getByRole("button", { name: "Date", exact: true });
  await expect(dateButton).toBeVisible();
  await expect(paper.getByText("1/4/1660")).toBeHidden();
  await expectLooksGood(page);

  await dateButton.press("Enter");
  await expect(paper.getByText("1/4/1660")).toBeVisible();
  const saveResponse = page.waitForResponse((response) => response.request().method() === "PUT");
  await paper.getByRole("button", { name: "Thursday, 1 January 1660" }).click();
  expect((await saveResponse).status()).toBe(200);
  await expect(dateButton).toBeFocused();
  await expect(paper.getByText("1/1/1660")).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(dateButton).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  await setDateMethod("created");
  await page.goto(diary.listPath);
  await expect(row.getByText("1/1/1660")).toBeVisible();
});
