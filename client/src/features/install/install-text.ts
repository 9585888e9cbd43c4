/** Text of the install banner. */
export const installText = {
  label: "Install Daybook",
  title: "Keep Daybook at hand",
  detail: "Install Daybook to open it in its own window.",
  install: "Install",
  close: "Not now",
} as const;
