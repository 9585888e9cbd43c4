/** The page that shows a journal as it was, and its resolver, loaded together on first use. */
export { AsOfPage as Component } from "./as-of-page.tsx";
export { resolve } from "./resolve-as-of.ts";
