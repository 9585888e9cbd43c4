import { createHash } from "node:crypto";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A name-based UUID, version 5 (RFC 9562, section 5.5): the same for the same namespace and name.
 *
 * @throws {RangeError} when the namespace is not a UUID, since two such namespaces could make the same ids
 */
export function uuid5(namespace: string, name: string): string {
  if (!uuid.test(namespace)) throw new RangeError("the namespace is not a UUID");
  const hash = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name)
    .digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
