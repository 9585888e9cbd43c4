import type { CallName } from "@daybook/domain/contract/paths";

/** The name under which the replies of a call wrap an object. Some clients wrap their request bodies in the same way. */
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
  setAutoLogout: "settings",
  changeJournalOrder: "settings",
  changeDateFormat: "settings",
  changeNotifications: "settings",
  toggleReceiveMarketingEmails: "settings",
  changeUiTheme: "settings",
  setLookingGlass: "settings",
  addReminder: "reminder",
};

/**
 * Renames fields that have another name in replies than in request bodies, and unwraps those that only replies nest. Some clients
 * send back the object of a reply.
 */
const renamedFields: Readonly<Partial<Record<CallName, (object: WireObject) => WireObject>>> = {
  setAutoLogout: ({ auto_logout }) => ({ logout_time: auto_logout }),
  changeJournalOrder: ({ journal_order }) => ({ order: journal_order }),
  changeDateFormat: ({ date_format }) => ({ format: date_format }),
  changeNotifications: ({ notifications }) => (isObject(notifications) ? notifications : {}),
};

type WireObject = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is WireObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Unwraps a body such as `{"entry": {"title": "…"}}`. Fields next to the wrapped object count too. If a field is
 * given under both names, the name of request bodies wins.
 */
export function unwrapBody(name: CallName, json: unknown): unknown {
  const wrapper = wrappers[name];
  if (wrapper === undefined || !isObject(json)) return json;
  const { [wrapper]: innerFields, ...outerFields } = json;
  const fields = isObject(innerFields) ? { ...outerFields, ...innerFields } : json;
  return { ...renamedFields[name]?.(fields), ...fields };
}
