/** Text that is shown in place of a picture. */
export const pictureText = {
  loadFailed: "This photo could not be loaded.",
  blocked: (site: string) =>
    `Picture from ${site}, not loaded: that website would learn when you read this page.`,
} as const;
