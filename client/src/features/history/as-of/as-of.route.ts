/** The journal as it stood, and how it finds what it shows: both come with the first visit. */
export { AsOfPage as Component } from "./as-of-page.tsx";
export { resolve } from "./resolve-as-of.ts";
