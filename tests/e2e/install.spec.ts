import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { expectAccessible } from "./looks.ts";
import { signIn } from "./test-users.ts";

const dayMs = 24 * 3_600_000;

/** Sends the event that offers an installation, until the page handles it. The test browser never sends it by itself. */
const offerInstallation = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const prompt = () => {
          document.documentElement.dataset.prompted = "yes";
          return Promise.resolve();
        };
        const event = new Event("beforeinstallprompt", { cancelable: true });
        window.dispatchEvent(Object.assign(event, { prompt }));
        return event.defaultPrevented;
      }),
    )
    .toBe(true);

test("the install offer returns 15 days after it was dismissed, and installs", async ({
  page,
  product,
  context,
  expectNetworkErrors,
}) => {
  // The test moves only the browser's clock, so the server refuses a request signed with that time. The client signs it again.
  expectNetworkErrors();
  await context.clock.install();
  await signIn(page, product);
  await page.goto("/journals");
  await expect(page.getByRole("heading", { name: "Your journals" })).toBeVisible();
  const banner = page.getByRole("complementary", { name: "Install Daybook" });

  await offerInstallation(page);
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  await banner.getByRole("button", { name: "Not now" }).click();
  await expect(banner).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your journals" })).toBeVisible();
  await offerInstallation(page);
  await expect(banner).toBeHidden();

  await context.clock.fastForward(15 * dayMs);
  await offerInstallation(page);
  await banner.getByRole("button", { name: "Install", exact: true }).click();
  await expect(banner).toBeHidden();
  await expect(page.locator("html")).toHaveAttribute("data-prompted", "yes");
});

test("the web app manifest and its icon are served", async ({ page }) => {
  await page.goto("/app/login");
  const manifestUrl = await page.locator("link[rel=manifest]").getAttribute("href");
  const reply = await page.request.get(manifestUrl ?? "");
  expect(reply.headers()["content-type"]).toContain("application/manifest+json");
  const manifest = (await reply.json()) as { start_url: string; icons: { src: string; type: string }[] };
  expect(manifest.start_url).toBe("/");
  for (const { src, type } of manifest.icons) {
    // oxlint-disable-next-line no-await-in-loop -- there are two
    expect((await page.request.get(src)).headers()["content-type"]).toContain(type);
  }
});
