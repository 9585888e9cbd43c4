/** The device information that browsers provide. */
export type DeviceInfo = {
  userAgent: string;
  maxTouchPoints: number;
  /** only in Chromium, which sets `mobile` to false on tablets */
  userAgentData?: { mobile: boolean; platform: string };
  /** only in Chromium */
  connection?: { saveData?: boolean };
};

const mobilePlatforms: readonly string[] = ["Android", "iOS"];
const mobileAgents =
  /Android|iPhone|iPad|iPod|Windows Phone|IEMobile|BlackBerry|BB10|PlayBook|webOS|Opera M(?:ini|obi)|Silk\/|Kindle|KAIOS|\bMobile\b/i;

/**
 * True on phones and tablets. An iPad claims to be a Mac. No Mac has a touch screen, so a Mac with one is an iPad. Any other computer
 * with a touch screen counts as a computer.
 */
export function isMobileDevice({ userAgent, maxTouchPoints, userAgentData }: DeviceInfo): boolean {
  if (userAgentData?.mobile || mobilePlatforms.includes(userAgentData?.platform ?? "")) return true;
  if (mobileAgents.test(userAgent)) return true;
  return /Macintosh/.test(userAgent) && maxTouchPoints > 1;
}

/** True when the user asked the browser to load as little as possible. */
export const isDataSaverOn = ({ connection }: DeviceInfo): boolean => connection?.saveData === true;

/** True when the operator has enabled the desktop screens on phones and tablets. The server writes this setting into the page. */
export const showsDesktopScreensOnMobile = (): boolean =>
  document.documentElement.dataset.mobileScreens === "full";
