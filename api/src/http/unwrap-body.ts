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
 * Some clients send back the object of a reply as a request body. These functions rename the fields that have different names in
 * replies and in request bodies. In replies, the notification settings are nested in `notifications`, so this object is unwrapped.
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
 * Unwraps a body such as `{"entry": {"title": "…"}}`, and keeps the fields next to the wrapped object. If a body has a field twice,
 * once under its name in replies and once under its name in request bodies, the latter wins.
 */
export function unwrapBody(name: CallName, json: unknown): unknown {
  const wrapper = wrappers[name];
  if (wrapper === undefined || !isObject(json)) return json;
  const { [wrapper]: innerFields, ...outerFields } = json;
  const fields = isObject(innerFields) ? { ...outerFields, ...innerFields } : json;
  return { ...renamedFields[name]?.(fields), ...fields };
}
