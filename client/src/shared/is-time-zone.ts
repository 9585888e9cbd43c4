/** Whether this browser supports a zone; also true for old names that it does not list. */
export function isTimeZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
