import { describe, expect, it } from "vitest";
import {
  authorizationHeader,
  normaliseParameters,
  normaliseUrl,
  parseAuthorization,
  parseQuery,
  percentEncode,
  signatureBase,
  signingKey,
} from "./signing.ts";

describe("RFC 5849", () => {
  it("the example has the normalised parameters and the base string of RFC 5849, sections 3.4.1.3.2 and 3.4.1.1", () => {
    const query = parseQuery("b5=%3D%253D&a3=a&c%40=&a2=r%20b") ?? [];
    const body = parseQuery("c2&a3=2+q") ?? [];
    const header = [
      ["oauth_consumer_key", "9djdj82h48djs9d2"],
      ["oauth_token", "kkk9d7dh3k39sjv7"],
      ["oauth_signature_method", "HMAC-SHA1"],
      ["oauth_timestamp", "137131201"],
      ["oauth_nonce", "7d8f3e4a"],
    ] as const;
    const parameters = [...query, ...header, ...body];
    expect(normaliseParameters(parameters)).toBe(
      "a2=r%20b&a3=2%20q&a3=a&b5=%3D%253D&c%40=&c2=&oauth_consumer_key=9dj" +
        "dj82h48djs9d2&oauth_nonce=7d8f3e4a&oauth_signature_method=HMAC-SHA1" +
        "&oauth_timestamp=137131201&oauth_token=kkk9d7dh3k39sjv7",
    );
    expect(signatureBase("post", normaliseUrl("http://EXAMPLE.COM:80", "/request"), parameters)).toBe(
      "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q" +
        "%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_" +
        "key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_m" +
        "ethod%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk" +
        "9d7dh3k39sjv7",
    );
  });

  it("a URL gets a lower-case scheme and host, and loses only the default port (RFC 5849, section 3.4.1.2)", () => {
    expect(normaliseUrl("HTTP://EXAMPLE.COM:80", "/r%20v/X")).toBe("http://example.com/r%20v/X");
    expect(normaliseUrl("https://www.example.net:8080", "/")).toBe("https://www.example.net:8080/");
    expect(normaliseUrl("https://Example.net:443", "/a")).toBe("https://example.net/a");
    expect(normaliseUrl("http://example.net:443", "/a")).toBe("http://example.net:443/a");
  });

  it("all but the unreserved characters are percent-encoded (RFC 5849, section 3.6)", () => {
    expect(percentEncode("Az09-._~")).toBe("Az09-._~");
    expect(percentEncode("!*'() +/=&☃")).toBe("%21%2A%27%28%29%20%2B%2F%3D%26%E2%98%83");
    expect(signingKey("a&b", "c d")).toBe("a%26b&c%20d");
  });
});

describe("Authorization headers", () => {
  it("an Authorization header is parsed to the parameters that it was built from", () => {
    const header = authorizationHeader([
      ["oauth_token", "a b"],
      ["oauth_signature", "x+/="],
    ]);
    expect(parseAuthorization(header)).toEqual(
      new Map([
        ["oauth_token", "a b"],
        ["oauth_signature", "x+/="],
      ]),
    );
  });

  it.each(["Bearer x", "OAuth oauth_token=x", 'OAuth a="1", a="2"', 'OAuth a="%zz"', "OAuth "])(
    "an Authorization header that is malformed or not OAuth is parsed to null: %s",
    (header) => {
      expect(parseAuthorization(header)).toBe(null);
    },
  );
});

describe("query strings", () => {
  it("a query string that cannot be decoded is parsed to null, and an empty one to an empty list", () => {
    expect(parseQuery("a=%E0%A4%A")).toBe(null);
    expect(parseQuery("")).toEqual([]);
  });
});
