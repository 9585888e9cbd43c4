/** The address of a public page, without an origin. */
export const publicPath = (slug: string): string => `/public/${slug}`;
