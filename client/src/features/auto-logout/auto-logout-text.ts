/** Text of the auto-logout dialog. */
export const autoLogoutText = {
  title: "Are you still writing?",
  detail: (minutes: number) =>
    `You have been idle for more than ${minutes === 1 ? "1 minute" : `${minutes} minutes`}. To keep your journal private, you will be logged out; unsaved text is kept on this device.`,
  countdown: (seconds: number) => `Logging out in ${seconds === 1 ? "1 second" : `${seconds} seconds`}`,
  loggingOut: "Logging out…",
  settings: "Change this in your account settings",
  keep: "Keep me logged in",
} as const;
