import { bounds } from "../contract/bounds.ts";

/** A first name for somebody who gave only an e-mail address: "Samuel" for samuel.pepys@example.org. */
export function nameFromEmail(email: string): string {
  const localPart = email.slice(0, email.lastIndexOf("@"));
  const word = localPart.split(/[^\p{L}\p{N}]+/u).find((part) => part !== "") ?? localPart;
  const [first = "", ...rest] = word.slice(0, bounds.personName);
  return first.toUpperCase() + rest.join("");
}
