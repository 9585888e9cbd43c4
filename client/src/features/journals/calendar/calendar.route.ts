/** The calendar and its resolver, loaded together on first use. */
export { CalendarPage as Component } from "./calendar-page.tsx";
export { resolve } from "./resolve-calendar.ts";
