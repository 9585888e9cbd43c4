import { expect, it } from "vitest";
import { uuid5 } from "./uuid5.ts";

it("makes the UUID of RFC 9562, appendix A.4", () => {
  expect(uuid5("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com")).toBe(
    "2ed6657d-e927-568b-95e1-2665a8aea6a2",
  );
});

it.each(["", "a", "6ba7b810-9dad-11d1-80b4-00c04fd430c", "6ba7b8109dad11d180b400c04fd430c8"])(
  "refuses the namespace %j, because two such namespaces could make the same ids",
  (namespace) => {
    expect(() => uuid5(namespace, "x")).toThrow(RangeError);
  },
);
