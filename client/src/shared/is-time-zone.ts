/** Whether this browser supports a time zone. Also true for old names, which `Intl.supportedValuesOf` may omit. */
export function isTimeZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
