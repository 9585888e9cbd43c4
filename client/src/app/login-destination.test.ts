import { expect, test } from "vitest";
import { loginDestination } from "./login-destination.ts";
import { sampleSession } from "../shared/testing/sample-session.ts";

const session = sampleSession(0);

test.each([
  ["/app/login", "/journals"],
  ["/app/login?after_login=%2Fjournals%2F1", "/journals/1"],
  ["/app/login?after_login=%2F%2Fevil.example", "/journals"],
  ["/app/signup", "/journals"],
  ["/app/signup?after_login=%2Fjournals%2F1", "/journals/1"],
  ["/app/signup?gopro", "/gopro"],
  ["/app/signup?gopro&pc=SPRING%2026", "/gopro?pc=SPRING+26"],
  ["/app/signup?gopro&basic", "/journals"],
  ["/app/signup-pro", "/gopro"],
  ["/app/signup-pro?basic", "/journals"],
  ["/app/auto-login/7", "/journals?aul"],
  ["/mobile/login", "/mobile"],
  ["/mobile/login?after_login=%2Fpublic%2Fx", "/public/x"],
  ["/mobile/login?after_login=https%3A%2F%2Fevil.example", "/mobile"],
])("a login at %s leads to %s", (address, expected) => {
  const { pathname, search } = new URL(address, "http://localhost");
  expect(loginDestination({ pathname, search }, session, false)).toBe(expected);
});

test.each(["/gopro", "/public/x", "/app/forgot-password-confirmation"])(
  "after a login at %s, that page stays",
  (pathname) => {
    expect(loginDestination({ pathname, search: "" }, session, false)).toBeNull();
  },
);

test("an unfinished onboarding continues after a login, but not on a phone or after a sign-up for PRO", () => {
  const inOnboarding = { ...session, user: { ...session.user, onboarding_step: "welcome/journal" as const } };
  const destinationOf = (pathname: string, search: string, isMobile: boolean) =>
    loginDestination({ pathname, search }, inOnboarding, isMobile);
  expect(destinationOf("/app/login", "?after_login=%2Fjournals%2F1", false)).toBe("/welcome/journal");
  expect(destinationOf("/app/auto-login/7", "", false)).toBe("/welcome/journal");
  expect(destinationOf("/app/signup-pro", "", false)).toBe("/gopro");
  expect(destinationOf("/app/signup", "", true)).toBe("/journals");
  expect(destinationOf("/mobile/login", "", true)).toBe("/mobile");
});
