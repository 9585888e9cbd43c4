import type { BodyOf } from "@daybook/domain/contract/contract";
import type { Settings } from "@daybook/domain/contract/settings";
import { shareLevels } from "@daybook/domain/contract/settings-values";
import { type ActionResult, type Api, type ApiResult, noResponse } from "../shared/api-client.ts";
import { createAtom } from "../shared/atom.ts";

/** The calls that change a setting. */
export type SettingsCall =
  | "changeTimezone"
  | "setShowPodcast"
  | "setAutoLogout"
  | "changeJournalOrder"
  | "changeDateFormat"
  | "changeNotifications"
  | "toggleReceiveMarketingEmails"
  | "changeUiTheme"
  | "setLookingGlass";

/** What each call changes in the settings, to show it before the server replies. */
const changesByCall: { [N in SettingsCall]: (body: BodyOf<N>) => Partial<Settings> } = {
  changeTimezone: ({ timezone }) => ({ timezone }),
  setShowPodcast: ({ show_podcast }) => ({ show_podcast }),
  setAutoLogout: ({ logout_time }) => ({ auto_logout: logout_time }),
  changeJournalOrder: ({ order }) => ({ journal_order: typeof order === "string" ? order : "custom" }),
  changeDateFormat: ({ format }) => ({ date_format: format }),
  changeNotifications: ({ receive_shares }) => ({
    notifications: {
      receive_shares,
      share_level: receive_shares ? shareLevels.received : shareLevels.refused,
    },
  }),
  toggleReceiveMarketingEmails: ({ receive_marketing_emails }) => ({ receive_marketing_emails }),
  changeUiTheme: ({ ui_theme }) => ({ ui_theme }),
  setLookingGlass: ({ looking_glass }) => ({ looking_glass }),
};

/**
 * The settings of the logged-in user. A change shows immediately and is reverted when the call fails. Changes of one setting are
 * sent one after the other; different settings are sent in parallel. `clear` drops the changes that are not sent yet.
 */
export class SettingsStore {
  /** the settings including pending changes; `null` until they are loaded */
  readonly current = createAtom<Settings | null>(null);
  /** the settings as the server last returned them, without pending changes */
  #saved: Settings | null = null;
  readonly #pending = new Map<number, Partial<Settings>>();
  readonly #api: Api;
  readonly #lastCalls = new Map<SettingsCall, Promise<unknown>>();
  #loading: Promise<ApiResult<"getSettings">> | null = null;
  #changeCount = 0;
  /** increases when the stored settings are cleared, so that replies for the previous user are ignored */
  #epoch = 0;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Clears everything. Called when the session ends or another user logs in. */
  clear(): void {
    this.#epoch += 1;
    this.#loading = null;
    this.#lastCalls.clear();
    this.#saved = null;
    this.#pending.clear();
    this.#publish();
  }

  /** Loads the settings. If that fails, the previous content stays. Concurrent calls share one request. */
  load(): Promise<ApiResult<"getSettings">> {
    this.#loading ??= this.#fetch();
    return this.#loading;
  }

  /** Changes a setting. A failure reverts it and is returned. */
  async change<N extends SettingsCall>(name: N, body: BodyOf<N>): Promise<ActionResult> {
    const epoch = this.#epoch;
    const id = (this.#changeCount += 1);
    const change = changesByCall[name](body);
    this.#pending.set(id, change);
    this.#publish();
    const pendingCall = (this.#lastCalls.get(name) ?? Promise.resolve()).then(() =>
      epoch === this.#epoch ? this.#api.call(name, { body }) : noResponse,
    );
    this.#lastCalls.set(name, pendingCall);
    const result = (await pendingCall) as ApiResult<SettingsCall>;
    if (epoch === this.#epoch) this.#applyReply(id, change, result);
    return result.ok ? { ok: true } : result;
  }

  /** Resolves when all changes that were made so far have succeeded or failed. */
  async whenReplied(): Promise<void> {
    await Promise.all(this.#lastCalls.values());
  }

  /**
   * Applies only what this call changed. Replies may arrive in another order than the calls, so the other settings in a reply may be
   * outdated.
   */
  #applyReply(id: number, change: Partial<Settings>, result: ApiResult<SettingsCall>): void {
    this.#pending.delete(id);
    if (result.ok && this.#saved) {
      const { settings } = result.data;
      const keys = Object.keys(change) as (keyof Settings)[];
      this.#saved = { ...this.#saved, ...Object.fromEntries(keys.map((key) => [key, settings[key]])) };
    }
    this.#publish();
  }

  async #fetch(): Promise<ApiResult<"getSettings">> {
    const epoch = this.#epoch;
    const result = await this.#api.call("getSettings");
    if (epoch !== this.#epoch) return result;
    this.#loading = null;
    if (result.ok) {
      this.#saved = result.data.settings;
      this.#publish();
    }
    return result;
  }

  #publish(): void {
    this.current.set(this.#saved && Object.assign({}, this.#saved, ...this.#pending.values()));
  }
}
