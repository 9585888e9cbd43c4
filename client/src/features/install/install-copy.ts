/** The words of the banner that offers to install. */
export const installCopy = {
  label: "Install Daybook",
  title: "Keep Daybook at hand",
  detail: "Install it, and it opens in a window of its own, like a notebook on your desk.",
  install: "Install",
  close: "Not now",
} as const;
