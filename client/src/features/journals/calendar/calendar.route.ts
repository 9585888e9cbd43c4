/** The calendar, and how it finds what it shows: both come with the first visit. */
export { CalendarPage as Component } from "./calendar-page.tsx";
export { resolve } from "./resolve-calendar.ts";
