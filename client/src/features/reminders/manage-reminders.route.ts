/** The page that lists the reminders, and its resolver, loaded together on first use. */
export { ManageRemindersPage as Component } from "./manage-reminders-page.tsx";
export { resolve } from "./resolve-reminders.ts";
