/** A file size for people: bytes, or KB with two decimals (spec section 9). */
export function sizeText(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(2)} KB`;
}
