import { expect, test } from "vitest";
import { type DeviceInfo, isMobileDevice, isDataSaverOn } from "./device.ts";

const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0";
const safari = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0";
const deviceOf = (userAgent: string, more: Partial<DeviceInfo> = {}): DeviceInfo => ({
  userAgent,
  maxTouchPoints: 0,
  ...more,
});
const userAgentData = (mobile: boolean, platform: string) => ({ userAgentData: { mobile, platform } });

test.each([
  ["an iPhone", deviceOf(`Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${safari} Mobile/15E148`)],
  [
    "an old iPad",
    deviceOf(`Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${safari} Mobile/15E148 Safari/604.1`),
  ],
  [
    "an iPad that says it is a Mac",
    deviceOf(`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, { maxTouchPoints: 5 }),
  ],
  ["an Android phone", deviceOf(`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${chrome} Mobile Safari/537.36`)],
  ["an Android tablet", deviceOf(`Mozilla/5.0 (Linux; Android 16; SM-X910) ${chrome} Safari/537.36`)],
  [
    "an Android tablet that asks for desktop pages",
    deviceOf(`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`, userAgentData(false, "Android")),
  ],
  [
    "a phone that only its client hints reveal",
    deviceOf(`Mozilla/5.0 ${chrome}`, userAgentData(true, "Unknown")),
  ],
  ["Firefox on a phone", deviceOf("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")],
  ["an e-book reader", deviceOf(`Mozilla/5.0 (Linux; U; en-US) AppleWebKit/528.5+ Version/4.0 Kindle/3.0`)],
  [
    "a feature phone",
    deviceOf("Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5"),
  ],
])("%s is mobile", (_, device) => {
  expect(isMobileDevice(device)).toBe(true);
});

test.each([
  [
    "Windows",
    deviceOf(
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
      userAgentData(false, "Windows"),
    ),
  ],
  [
    "Windows with a touch screen",
    deviceOf(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, { maxTouchPoints: 10 }),
  ],
  ["a Mac", deviceOf(`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} Safari/605.1.15`)],
  [
    "a Mac in Chrome",
    deviceOf(`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome}`, userAgentData(false, "macOS")),
  ],
  ["Linux", deviceOf("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")],
  [
    "Linux with a touch screen",
    deviceOf(`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`, {
      maxTouchPoints: 10,
      ...userAgentData(false, "Linux"),
    }),
  ],
  [
    "a Chromebook",
    deviceOf(`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, {
      maxTouchPoints: 10,
      ...userAgentData(false, "Chrome OS"),
    }),
  ],
  ["an old Windows that mentions tablets", deviceOf("Mozilla/5.0 (compatible; MSIE 10.0; Tablet PC 2.0)")],
  ["a browser without a user agent", deviceOf("")],
])("%s is a computer", (_, device) => {
  expect(isMobileDevice(device)).toBe(false);
});

test("isDataSaverOn is true only when the browser reports that it saves data", () => {
  const chromiums = [{}, { connection: {} }, { connection: { saveData: false } }];
  expect(chromiums.map((more) => isDataSaverOn(deviceOf(chrome, more)))).toEqual([false, false, false]);
  expect(isDataSaverOn(deviceOf(chrome, { connection: { saveData: true } }))).toBe(true);
});
