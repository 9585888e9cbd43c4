import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { bounds } from "@daybook/domain/contract/bounds";
import { refuse } from "./api-error.ts";

const maxParts = 20;

/**
 * Reads one field of a `multipart/form-data` body (RFC 7578) that arrives in chunks. Keeps the field's bytes in memory. If several
 * parts have the field's name, the first one counts. Other parts, the part's type and the file's name are ignored. The caller limits
 * the size of the body and refuses a field that is too large.
 *
 * @param contentType the request's header, with the boundary
 * @returns `null` when the header is not the content type of a form, or has no boundary
 */
export function createFormReader(contentType: string, field: string) {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null;
  let form: BusboyInstance;
  try {
    form = new Busboy({
      headers: { "content-type": contentType },
      // A part without a file name is read as text; Latin-1 keeps its bytes.
      defCharset: "latin1",
      limits: {
        parts: maxParts,
        // One byte more than allowed, so that the caller sees that a field sent as text was too large.
        fieldSize: bounds.photoBytes + 1,
      },
    });
  } catch {
    return null;
  }
  let fileChunks: Buffer[] | null = null;
  let hasParts = false;
  const parsed = new Promise<boolean>((resolve) => {
    form.on("finish", () => resolve(true));
    form.on("error", () => resolve(false));
    form.on("partsLimit", () => resolve(false));
  });
  form.on("file", (name, stream) => {
    hasParts = true;
    // The form emits the same error, which is handled above.
    stream.on("error", () => {});
    if (name !== field || fileChunks) {
      stream.resume();
      return;
    }
    const chunks: Buffer[] = [];
    fileChunks = chunks;
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  });
  form.on("field", (name, value) => {
    hasParts = true;
    if (name === field) fileChunks ??= [Buffer.from(value, "latin1")];
  });

  return {
    write(chunk: Buffer): void {
      if (form.writable) form.write(chunk);
    },
    /** The field's bytes; `null` when the form does not have the field. Refuses a malformed form. */
    async end(): Promise<Buffer | null> {
      if (form.writable) form.end();
      if (!(await parsed) || !hasParts) refuse("malformed", "This is not a form with a file.");
      return fileChunks && Buffer.concat(fileChunks);
    },
  };
}
