import { z } from "zod";

/**
 * Ciphertext that only a key of the vault can open, as base64url. Its encryption is bound to the label `L`, so a label never
 * changes, even when its field is renamed.
 */
export type Sealed<L extends string = string> = string & { readonly __sealed: L };

/** Schema of a sealed event field. The metadata of the schema contains the label, for tests that try to decrypt all stored values. */
export function sealed<const L extends string>(label: L): z.ZodType<Sealed<L>> {
  return z
    .custom<Sealed<L>>(
      (value) => typeof value === "string" && /^[\w-]+$/.test(value),
      "expected a sealed value",
    )
    .meta({ sealed: label });
}
