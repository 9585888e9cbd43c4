import { expect, test } from "vitest";
import { withoutConfiguration } from "./without-configuration.ts";

test("a child process gets no variable that configures Daybook", () => {
  const configuration = {
    DATABASE_URL: "postgres://host/diary",
    PROXIES: "1",
    MOBILE_SCREENS: "full",
    DAYBOOK_MASTER_KEY: "key",
    DAYBOOK_URL: "http://localhost:3000",
    npm_lifecycle_event: "test",
  };
  const others = { PATH: "/usr/bin", TMPDIR: "/tmp" };
  expect(withoutConfiguration({ ...configuration, ...others })).toEqual(others);
});
