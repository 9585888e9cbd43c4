import type { CallName } from "@daybook/domain/contract/paths";

/** The name under which the replies of a call wrap an object. Some clients wrap what they send in the same way. */
const wrappers: Readonly<Partial<Record<CallName, string>>> = {
  createEntry: "entry",
  updateEntry: "entry",
  createJournal: "journal",
  updateJournal: "journal",
  createTag: "tag",
  updateTag: "tag",
  createCover: "journal_cover",
  updateCover: "journal_cover",
  updateComposeSetting: "compose_setting",
  updateProfile: "profile",
  changeTimezone: "settings",
  setShowPodcast: "settings",
  toggleReceiveMarketingEmails: "settings",
  changeUiTheme: "settings",
  setLookingGlass: "settings",
  addReminder: "reminder",
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Unwraps a body such as `{"entry": {"title": "…"}}`. Fields next to the wrapped object count too. */
export function unwrapBody(name: CallName, json: unknown): unknown {
  const wrapper = wrappers[name];
  if (wrapper === undefined || !isObject(json)) return json;
  const { [wrapper]: inner, ...rest } = json;
  return isObject(inner) ? { ...rest, ...inner } : json;
}
