/** The words of the way from page to page. */
export const pagerCopy = {
  label: "Pages",
  newer: "Newer",
  older: "Older",
  page: (page: number) => `Page ${page.toLocaleString("en")}`,
} as const;
