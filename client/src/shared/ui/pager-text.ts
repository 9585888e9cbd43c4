/** Text of the pager. */
export const pagerText = {
  label: "Pages",
  newer: "Newer",
  older: "Older",
  page: (page: number) => `Page ${page.toLocaleString("en")}`,
} as const;
