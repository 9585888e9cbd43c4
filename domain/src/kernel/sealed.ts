import { z } from "zod";

/**
 * A value that only the vault can open: ciphertext, base64url. `L` is the frozen label that its encryption is bound to;
 * a label outlives every rename of the field that carries it.
 */
export type Sealed<L extends string = string> = string & { readonly __sealed: L };

/** Schema of a sealed field of an event; the label stands in its metadata, for the tests that look for clear text. */
export function sealed<const L extends string>(label: L): z.ZodType<Sealed<L>> {
  return z
    .custom<Sealed<L>>(
      (value) => typeof value === "string" && /^[\w-]+$/.test(value),
      "expected a sealed value",
    )
    .meta({ sealed: label });
}
