import Koa from "koa";
import { expect, test } from "vitest";
import { type CardFieldsEnvironment, headers } from "./headers.ts";

async function headersOf(
  options: {
    hasBotCheck?: boolean;
    cardFields?: CardFieldsEnvironment;
    usesHttps?: boolean;
    proxy?: boolean;
  },
  request: Record<string, string> = {},
): Promise<Headers> {
  const app = new Koa({ proxy: options.proxy ?? false });
  app.use(
    headers({
      hasBotCheck: options.hasBotCheck ?? false,
      cardFields: options.cardFields ?? null,
      usesHttps: options.usesHttps ?? false,
    }),
  );
  app.use((ctx) => void (ctx.body = "page"));
  const server = app.listen(0, "127.0.0.1");
  await new Promise((onListening) => server.once("listening", onListening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const response = await fetch(`http://127.0.0.1:${address.port}/`, { headers: request });
  await new Promise((onClosed) => server.close(onClosed));
  return response.headers;
}

test("no page can be framed, sends a referrer, or runs scripts of other sites", async () => {
  const sentHeaders = await headersOf({});
  expect(sentHeaders.get("x-frame-options")).toBe("DENY");
  expect(sentHeaders.get("referrer-policy")).toBe("no-referrer");
  expect(sentHeaders.get("x-content-type-options")).toBe("nosniff");
  const policy = sentHeaders.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("default-src 'self'");
});

test("the scripts and frames of the bot check may be loaded when it is on", async () => {
  const policy = (await headersOf({ hasBotCheck: true })).get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;");
  expect(policy).toContain("frame-src https://challenges.cloudflare.com;");
});

test.each([
  ["sandbox", "https://api.sandbox.braintreegateway.com https://payments.sandbox.braintree-api.com"],
  ["production", "https://api.braintreegateway.com https://payments.braintree-api.com"],
] as const)(
  "pages with card fields (%s) may load Braintree's frames, but not its scripts",
  async (cardFields, apis) => {
    const policy = (await headersOf({ cardFields })).get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-src https://assets.braintreegateway.com;");
    expect(policy).toContain(`connect-src 'self' ${apis};`);
    expect((await headersOf({})).get("content-security-policy")).not.toContain("braintree");
  },
);

test("no other site may read a reply", async () => {
  const sentHeaders = await headersOf({}, { Origin: "https://elsewhere.example" });
  expect([...sentHeaders.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  expect(sentHeaders.get("cross-origin-resource-policy")).toBe("same-origin");
});

test.each([
  [{}, {}, null],
  [{}, { "X-Forwarded-Proto": "https" }, null],
  [{ proxy: true }, { "X-Forwarded-Proto": "https" }, "max-age=31536000"],
  [{ proxy: true }, { "X-Forwarded-Proto": "http" }, null],
  [{ usesHttps: true }, {}, "max-age=31536000"],
])(
  "given options %j and a request with %j, Strict-Transport-Security is %j",
  async (options, request, expected) => {
    expect((await headersOf(options, request)).get("strict-transport-security")).toBe(expected);
  },
);
