/** What a browser tells about its device. */
export type DeviceSigns = {
  userAgent: string;
  maxTouchPoints: number;
  /** told by Chromium only; `mobile` is false on its tablets */
  userAgentData?: { mobile: boolean; platform: string };
};

const mobilePlatforms: readonly string[] = ["Android", "iOS"];
const mobileAgents =
  /Android|iPhone|iPad|iPod|Windows Phone|IEMobile|BlackBerry|BB10|PlayBook|webOS|Opera M(?:ini|obi)|Silk\/|Kindle|KAIOS|\bMobile\b/i;

/**
 * True on phones and tablets, which are not led to the pages of journals, search and account. A tablet of Apple says that
 * it is a Mac, but no Mac has a touch screen; other computers may have one and stay computers.
 */
export function isMobileDevice({ userAgent, maxTouchPoints, userAgentData }: DeviceSigns): boolean {
  if (userAgentData?.mobile || mobilePlatforms.includes(userAgentData?.platform ?? "")) return true;
  if (mobileAgents.test(userAgent)) return true;
  return /Macintosh/.test(userAgent) && maxTouchPoints > 1;
}
