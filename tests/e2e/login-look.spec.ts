import { expect, test } from "../fixtures.ts";
import { allWidths, expectLooksGood } from "./looks.ts";

const pages = [
  ["/app/login?message=unauthed&status=401", "Welcome back"],
  ["/mobile/login", "Welcome back"],
  ["/app/signup-pro", "Start your journal"],
  ["/app/forgot-password", "Forgot your password?"],
  ["/app/forgot-password-confirmation", "Choose a new password"],
  ["/app/forgot-password-confirmation?code=x&email=samuel%40example.com", "Choose a new password"],
  ["/app/request-login-link", "Log in by e-mail"],
  ["/app/auto-login/1?c=x", "That link is invalid."],
  ["/app/confirm-email?token=x", "That link is invalid."],
] as const;

test("the sign-up, login and recovery pages look good, on a phone too", async ({
  page,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  for (const [path, heading] of pages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expectLooksGood(page, allWidths);
  }
});
