import { devices } from "@playwright/test";
import { expect, fillSignUpForm, newPerson, test } from "../fixtures.ts";
import { allWidths, expectLooksGood } from "./looks.ts";

const publicPages = [
  { path: "/online-journal", heading: "A quiet place to write" },
  { path: "/error/404?entry=5", heading: "Sorry, the entry you were looking for was not found." },
  { path: "/error/403?type=journal", heading: "Your account does not have access to this journal." },
  { path: "/app/renew-error", heading: "We could not process your payment at this time." },
  { path: "/support", heading: "Help" },
];

test("the public pages look good, on a phone too, and link to sign-up, login and the front page", async ({
  page,
}) => {
  for (const { path, heading } of publicPages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    if (path === "/support") {
      await page.getByText("I forgot my password").click();
      await expect(page.getByRole("link", { name: "Choose a new password" })).toBeVisible();
    }
    await expectLooksGood(page, allWidths);
  }

  await test.step("links", async () => {
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy in plain words" }).click();
    await page.waitForURL("**/online-journal#privacy");
    await expect(page.getByRole("heading", { name: "How your writing stays private" })).toBeInViewport();
    await page.getByRole("link", { name: "Start your journal" }).first().click();
    await page.waitForURL("**/app/signup");
    await expect(page.getByRole("heading", { level: 1, name: "Start your journal" })).toBeVisible();
    await page.getByRole("link", { name: "Daybook, home page" }).click();
    await page.waitForURL("**/online-journal");
    await expect(page.getByRole("heading", { level: 1, name: "A quiet place to write" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Log in" }).first().click();
    await page.waitForURL("**/app/login");
  });

  await test.step("the web app manifest and its icons are served", async () => {
    const manifestUrl = await page.locator("link[rel=manifest]").getAttribute("href");
    const reply = await page.request.get(manifestUrl ?? "");
    expect(reply.headers()["content-type"]).toContain("application/manifest+json");
    const manifest = (await reply.json()) as { start_url: string; icons: { src: string; type: string }[] };
    expect(manifest.start_url).toBe("/");
    const icons = await Promise.all(manifest.icons.map(({ src }) => page.request.get(src)));
    for (const [index, { type }] of manifest.icons.entries()) {
      expect(icons[index]?.headers()["content-type"]).toContain(type);
    }
  });
});

test.describe("on a phone", () => {
  const { userAgent, deviceScaleFactor, isMobile, hasTouch } = devices["iPhone 13"];
  test.use({ viewport: { width: 360, height: 740 }, userAgent, deviceScaleFactor, isMobile, hasTouch });

  test("journals, search and the account lead to the phone's page, from which a person finds help and logs out", async ({
    page,
  }) => {
    await page.goto("/app/signup");
    await expect(page.getByText("to write and read you need a computer")).toBeVisible();
    await fillSignUpForm(page, newPerson());
    await page.waitForURL("**/mobile");
    await expect(page.getByRole("heading", { name: "Hello, Samuel" })).toBeVisible();
    await expectLooksGood(page, [360]);
    for (const path of ["/", "/journals", "/search", "/app/account"]) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      await page.goto(path);
      // oxlint-disable-next-line no-await-in-loop -- see above
      await page.waitForURL("**/mobile");
    }
    await page.getByRole("link", { name: "Help" }).click();
    await page.waitForURL("**/support");
    await expectLooksGood(page, [360]);
    await page.goto("/welcome");
    await expect(page.getByRole("heading", { name: "Welcome, Samuel" })).toBeVisible();
    await expectLooksGood(page, [360]);
    await page.goto("/mobile");
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Are you sure you want to log out?");
    await expectLooksGood(page, [360]);
    await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
    await page.waitForURL("**/login");
  });
});
