import { expect, test } from "vitest";
import { addressKey } from "./address-key.ts";

test.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
  ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
])("IPv6 %s counts as its network %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each([
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::ffff:c000:207", "192.0.2.7"],
  ["::ffff:255.255.255.255", "255.255.255.255"],
])("%s is IPv4 written as IPv6", (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each(["192.0.2.7", "samuel@example.com", "17", "", "dead:beef"])("%j stays as it is", (key) => {
  expect(addressKey(key)).toBe(key);
});
