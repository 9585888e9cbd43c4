import type { Reminder } from "@daybook/domain/contract/reminders";
import { devices, type Page } from "@playwright/test";
import { ok } from "../answers.ts";
import { expect, logIn, test } from "../fixtures.ts";
import { allWidths, expectAccessible, expectLooksGood } from "./looks.ts";
import { createUser, logInNewUser, type TestUser } from "./test-users.ts";

const reminderList = (page: Page) => page.getByRole("main").getByRole("list");
const stopButton = (page: Page, reminder: string) =>
  page.getByRole("button", { name: `Stop reminder: ${reminder}` });
const addReminder = async ({ remote, journalId }: TestUser) =>
  ok(
    await remote.call("addReminder", {
      params: { journalId },
      body: { frequency: "weekly", general_time: "morning" },
    }),
  ).reminder;

test("a person with PRO adds a reminder, stops it and undoes the stop; the reminder is shown as a sentence", async ({
  page,
  product,
}) => {
  const { journalId } = await logInNewUser(page, product, { pro: true });
  await page.goto(`/app/manage-reminders/${journalId}`);
  await expect(page.getByText("No reminders yet.")).toBeVisible();
  await page.getByRole("button", { name: "+ Add new reminder" }).click();
  await expect(page.getByLabel("How often")).toBeFocused();
  await page.getByLabel("How often").selectOption("Every week");
  await page.getByLabel("Time").selectOption("Specific time");
  await page.getByLabel("Minute").selectOption("30");
  await expect(page.getByRole("form").getByText("Every Monday at 7:30 am")).toBeVisible();
  await expect(page.getByText(/^Monday, .+ at 7:30 am$/)).toHaveCount(3);
  await expect(page.getByText("Times are in your time zone, Europe/London.")).toBeVisible();
  await expectLooksGood(page, allWidths);
  await page.getByRole("button", { name: "Add reminder" }).click();
  await expect(page.getByRole("button", { name: "+ Add new reminder" })).toBeFocused();
  await expect(reminderList(page).getByText("Every Monday at 7:30 am")).toBeVisible();
  await page.reload();
  await stopButton(page, "Every Monday at 7:30 am").click();
  await expect(page.getByText("Stopped")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(stopButton(page, "Every Monday at 7:30 am")).toBeFocused();
  await page.reload();
  await expect(reminderList(page).getByText("Every Monday at 7:30 am")).toBeVisible();
});

test("a reminder added in the settings of a journal is also in the account settings, and follows the time zone", async ({
  page,
  product,
}) => {
  const user = await logInNewUser(page, product);
  await page.goto("/journals");
  await page.getByRole("button", { name: /^More actions for/ }).click();
  await page.getByRole("menuitem", { name: "Journal settings" }).click();
  await page.getByRole("button", { name: "Change: Reminders" }).click();
  const sheet = page.getByRole("dialog", { name: "Reminders for “Samuel’s Journal”" });
  await sheet.getByRole("button", { name: "+ Add new reminder" }).click();
  await expect(sheet.getByText("A specific time comes with PRO.")).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Add reminder" }).click();
  await expect(stopButton(page, "Every day at 7:00 pm")).toBeVisible();

  await page.goto("/app/account");
  const section = page.getByRole("region", { name: "Reminders", exact: true });
  await expect(section.getByText("Every day at 7:00 pm")).toBeVisible();
  await expect(section.getByRole("link", { name: "Samuel’s Journal" })).toHaveAttribute(
    "href",
    `/app/manage-reminders/${user.journalId}`,
  );
  await expectLooksGood(page);
  // After a change of the time zone, the reminder comes at the same clock time.
  const listResponse = page.waitForResponse("**/api/reminders");
  await page.getByLabel("City or time zone").fill("Asia/Tokyo");
  await page.keyboard.press("Enter");
  const { reminders } = (await (await listResponse).json()) as { reminders: { reminder: Reminder }[] };
  // 7:00 pm in Tokyo is 10:00 am in UTC, all year.
  expect(reminders[0]?.reminder.next_run_at).toContain("T10:00:00.000Z");
  await expect(section.getByText("Every day at 7:00 pm")).toBeVisible();
  await stopButton(page, "Every day at 7:00 pm").click();
  await expect(section.getByText("Stopped")).toBeVisible();
});

test("a journal of another account is not found, and the link to the login logs out", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const otherUser = await createUser(product);
  const { person } = await logInNewUser(page, product);
  await page.goto(`/app/manage-reminders/${otherUser.journalId}`);
  await expect(page.getByRole("heading", { name: "Journal Not Found" })).toBeVisible();
  await expect(
    page.getByText(
      "Oops. We couldn't find that journal in your account. Are you sure you logged into the right Daybook account?",
    ),
  ).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await expectLooksGood(page, allWidths);
  await page.getByRole("link", { name: "Back to login" }).click();
  await page.waitForURL("**/app/login");
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
});

test("the disable link of a reminder mail asks first, stops the reminder after a click, and works a second time", async ({
  page,
  product,
}) => {
  const user = await createUser(product);
  const { id } = await addReminder(user);
  const countReminders = async () =>
    ok(await user.remote.call("listReminders", { params: { journalId: user.journalId } })).reminders.length;
  for (const countBefore of [1, 0]) {
    await page.goto(`/app/disable-reminder/${id}/${user.session.user.slug}`);
    const button = page.getByRole("button", { name: "Permanently disable this reminder" });
    await expect(button).toBeVisible();
    expect(await countReminders()).toBe(countBefore);
    await expectAccessible(page);
    await button.click();
    await expect(page.getByRole("heading", { name: "Reminder Removed" })).toBeFocused();
    await expectAccessible(page);
    expect(await countReminders()).toBe(0);
  }
});

test.describe("on a phone", () => {
  const { userAgent, isMobile, hasTouch } = devices["iPhone 13"];
  test.use({ viewport: { width: 390, height: 844 }, userAgent, isMobile, hasTouch });

  test("after the log-in, the reminders of the journal open", async ({ page, product }) => {
    const user = await createUser(product);
    await addReminder(user);
    await page.goto(`/app/manage-reminders/${user.journalId}`);
    await page.waitForURL("**/mobile/login?after_login=*");
    await logIn(page, user.person);
    await expect(stopButton(page, "Every Monday at 7:00 am")).toBeVisible();
    await page.getByRole("button", { name: "+ Add new reminder" }).click();
    await page.getByLabel("How often").selectOption("Every month");
    await page.getByLabel("Day of the month").selectOption("31st");
    await expect(page.getByText("In a shorter month it is sent on the last day.")).toBeVisible();
    await expectLooksGood(page, [390]);
    // The button of a reminder mail opens a page that needs a computer. The page for phones says so.
    await page.goto(`/journals/${user.journalId}/new`);
    await page.waitForURL("**/mobile");
    await expect(page.getByText("also from a link in a reminder")).toBeVisible();
  });
});
