import { isTimeZone } from "../../shared/is-time-zone.ts";

/** All IANA time zones that this browser lists, and UTC. */
export function allTimeZones(): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])].sort();
}

/** A readable zone name: `America/New York`. */
export function readableZone(zone: string): string {
  return zone.replaceAll("_", " ");
}

const comparableName = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, " ");

/**
 * Finds the zone that the user typed: its full name with spaces or underscores, or only its city if one zone has that city.
 * Case does not matter. A full name with a slash that the browser supports but does not list, such as the old `US/Pacific`, is found too.
 *
 * @returns `null` when there is none, or more than one
 */
export function findZone(text: string, zones: readonly string[] = allTimeZones()): string | null {
  const typedName = comparableName(text);
  if (typedName === "") return null;
  const namedZone = zones.find((zone) => comparableName(zone) === typedName);
  if (namedZone) return namedZone;
  const cities = zones.filter((zone) => comparableName(zone).endsWith(`/${typedName}`));
  if (cities.length === 1) return cities[0] ?? null;
  const zoneName = text.trim().replaceAll(" ", "_");
  return cities.length === 0 && zoneName.includes("/") && isTimeZone(zoneName) ? zoneName : null;
}

/**
 * The time in a zone, with its UTC offset: `10:42 (GMT+1)`. Empty when the browser does not support the zone.
 *
 * @param now milliseconds since 1970
 */
export function timeIn(zone: string, now: number): string {
  if (!isTimeZone(zone)) return "";
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "shortOffset",
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? "";
  return `${part("hour")}:${part("minute")} (${part("timeZoneName")})`;
}

/** The time zone of this device. */
export function deviceTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}
