const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];
const maxNameLength = 40;

/**
 * A readable name for a user agent: `Firefox on Windows`. Other programs are named by the first word of their user agent.
 * Returns `null` when the user agent is missing or blank.
 */
export function browserName(userAgent: string | null): string | null {
  if (!userAgent?.trim()) return null;
  const nameIn = (patterns: typeof browsers) => patterns.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return userAgent.trim().split(/[\s/]/)[0]?.slice(0, maxNameLength) ?? null;
}
