/** Text of the pager. */
export const pagerText = {
  label: "Pages",
  previous: "Newer",
  next: "Older",
  page: (page: number) => `Page ${page.toLocaleString("en")}`,
} as const;
