import { afterEach, expect, it } from "vitest";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

let daybook: TestDaybook | undefined;
afterEach(() => daybook?.stop());

/** Sends twelve wrong log-ins for one account. `forwardedFor` returns the header `X-Forwarded-For` of a request. */
async function sendWrongLogins(
  environment: Record<string, string>,
  forwardedFor: (n: number) => string,
): Promise<number[]> {
  daybook = await startTestDaybook({ PUBLIC_URL: "https://daybook.example", ...environment });
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    const response = await fetch(`${daybook.url}/api/user/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": forwardedFor(n) },
      body: JSON.stringify({ email: `nobody@example.com`, password: `guess number ${n}` }),
    });
    statuses.push(response.status);
  }
  return statuses;
}

it("a client with forged addresses is counted by the address that the proxy saw", async () => {
  const statuses = await sendWrongLogins({}, (n) => `203.0.113.${n}, 198.51.100.7`);
  expect(statuses.slice(-2)).toEqual([429, 429]);
});

it("behind two proxies, clients are counted by the address that the outer proxy saw", async () => {
  const statuses = await sendWrongLogins({ PROXIES: "2" }, (n) => `198.51.100.${n}, 10.0.0.1`);
  expect(statuses).not.toContain(429);
});

it("without a proxy, `X-Forwarded-For` is ignored", async () => {
  const statuses = await sendWrongLogins({ PROXIES: "0" }, (n) => `203.0.113.${n}`);
  expect(statuses.slice(-2)).toEqual([429, 429]);
});

it.each([
  ["one address", () => "203.0.113.9"],
  ["the many addresses of its IPv6 network", (n: number) => `2001:db8:1:2::${(n + 1).toString(16)}`],
])(
  "one client with %s cannot lock other people out by guesses, mail requests or wrong codes",
  async (_, addressOf) => {
    daybook = await startTestDaybook({ PUBLIC_URL: "https://daybook.example" });
    const { url } = daybook;
    const email = "owner@example.com";
    const from = async (ip: string, path: string, body: object): Promise<number> => {
      const headers = { "Content-Type": "application/json", "X-Forwarded-For": ip };
      return (await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) })).status;
    };
    const password = "and so to bed 1661";
    const reset = { email, code: "x".repeat(22), password, retype_password: password };
    const calls = [
      ["/api/user/login", { email, password: "a wrong one" }],
      ["/api/account/forgot_password", { email }],
      ["/api/account/reset_password", reset],
    ] as const;
    for (const [path, body] of calls) {
      const tries = Array.from({ length: 120 }, (__, n) => from(addressOf(n), path, body));
      expect(await Promise.all(tries)).toContain(429);
      expect(await from("198.51.100.7", path, body)).toBe(422);
    }
  },
);
