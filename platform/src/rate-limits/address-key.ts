import { isIP } from "node:net";

/** The eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser normalises every spelling. A zone such as `%eth0` only names a network interface of this machine.
  const canonical = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const headGroups = head === "" ? [] : head.split(":");
  if (tail === undefined) return headGroups;
  const tailGroups = tail === "" ? [] : tail.split(":");
  return [
    ...headGroups,
    ...Array<string>(8 - headGroups.length - tailGroups.length).fill("0"),
    ...tailGroups,
  ];
}

function embeddedIpv4(high: string, low: string): string {
  const bits = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
}

/**
 * The key under which a rate limit counts an address. All IPv6 addresses of a /64 have the same key, because a household has a
 * whole /64. An IPv4 address written as IPv6 has the key of the IPv4 address. Any other text is returned unchanged.
 */
export function addressKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const [, , , , , sixthGroup, high = "0", low = "0"] = groups;
  const isMapped = sixthGroup === "ffff" && groups.slice(0, 5).every((group) => group === "0");
  return isMapped ? embeddedIpv4(high, low) : `${groups.slice(0, 4).join(":")}::/64`;
}
