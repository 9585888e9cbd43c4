import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import OAuth from "oauth-1.0a";
import { expect, test } from "vitest";
import { parseAuthorization } from "@daybook/domain/contract/signing";
import { signRequest } from "./sign-request.ts";
import { sampleSession } from "./testing/sample-session.ts";

const { access_token: accessToken } = sampleSession(0);

/** The same request, signed by the npm package `oauth-1.0a`. */
function signWithOtherLibrary(request: Parameters<typeof signRequest>[0]): Record<string, string> {
  const client = new OAuth({
    consumer: accessToken.client_application,
    signature_method: "HMAC-SHA256",
    hash_function: (base, key) => createHmac("sha256", key).update(base).digest("base64"),
    body_hash_function: (data) => createHash("sha256").update(data).digest("base64"),
  });
  client.getNonce = () => request.nonce;
  client.getTimeStamp = () => request.timestamp;
  const query = request.query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  const token = { key: accessToken.token, secret: accessToken.secret };
  const url = `${request.origin}${request.path}${query && `?${query}`}`;
  const parameters = client.authorize(
    {
      url,
      method: request.method,
      ...(request.body !== null && { data: request.body, includeBodyHash: true }),
    },
    token,
  );
  return Object.fromEntries(
    Object.entries(parameters)
      .filter(([name]) => name.startsWith("oauth_"))
      .map(([name, value]) => [name, String(value)]),
  );
}

test("an independent client creates the same signature", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 12 });
  const name = fc.stringMatching(/^[a-z]{1,6}$/);
  fc.assert(
    fc.property(
      fc.record({
        method: fc.constantFrom("GET", "PUT", "POST"),
        origin: fc.constantFrom("http://localhost:3000", "https://daybook.example"),
        path: fc.constantFrom("/api/journals/12/entries", "/api/user/refresh_token"),
        query: fc.uniqueArray(fc.tuple(name, text), { maxLength: 3, selector: ([key]) => key }),
        body: fc.option(fc.json({ maxDepth: 2 }).map((json) => `{"text":${json}}`)),
        timestamp: fc.integer({ min: 1, max: 4e9 }),
        nonce: fc.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      }),
      (request) => {
        const header = parseAuthorization(signRequest(request, accessToken));
        expect(Object.fromEntries(header ?? [])).toEqual(signWithOtherLibrary(request));
      },
    ),
    { numRuns: 60 },
  );
});

test("a request without a body has no body hash", () => {
  const request = {
    method: "GET",
    origin: "http://localhost",
    path: "/",
    query: [],
    body: null,
    timestamp: 1,
    nonce: "n",
  };
  expect(signRequest(request, accessToken)).not.toContain("oauth_body_hash");
  expect(signRequest({ ...request, body: "{}" }, accessToken)).toContain("oauth_body_hash");
});
