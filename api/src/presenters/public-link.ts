/** The path of a public entry's page. */
export const publicPath = (slug: string): string => `/public/${slug}`;
