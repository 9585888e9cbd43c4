import type { BodyOf } from "@daybook/domain/contract/contract";
import type { Settings } from "@daybook/domain/contract/settings";
import { shareLevels } from "@daybook/domain/contract/settings-values";
import { makeAutoObservable, observable, runInAction } from "mobx";
import type { Api, ApiResult } from "../shared/api-client.ts";
import type { Outcome } from "./journals.store.ts";

/** The calls that change a setting. */
export type SettingsCall =
  | "changeTimezone"
  | "setShowPodcast"
  | "setAutoLogout"
  | "changeJournalOrder"
  | "changeDateFormat"
  | "changeNotifications"
  | "toggleReceiveMarketingEmails"
  | "changeUiTheme";

/** What each call will have changed, so that it shows before the server answers. */
const changes: { [N in SettingsCall]: (body: BodyOf<N>) => Partial<Settings> } = {
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
};

/**
 * The settings of the signed-in person. A change shows at once and goes back when the server refuses it; changes of one
 * setting are sent one after the other, those of different settings do not wait for each other.
 */
export class SettingsStore {
  /** as the server last told them; `null` until they were loaded */
  private known: Settings | null = null;
  private readonly pending = observable.map<number, Partial<Settings>>([], { deep: false });
  readonly #api: Api;
  readonly #lastOf = new Map<SettingsCall, Promise<unknown>>();
  #loading: Promise<ApiResult<"getSettings">> | null = null;
  #changesMade = 0;
  /** rises when another person's settings begin, so that late answers are dropped */
  #epoch = 0;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable<this, "pending">(this, { pending: false }, { autoBind: true });
  }

  /** The settings with every change that is on its way; `null` until they were loaded. */
  get settings(): Settings | null {
    return this.known && Object.assign({}, this.known, ...this.pending.values());
  }

  /** Forgets everything: another person signs in. */
  clear(): void {
    this.#epoch += 1;
    this.#loading = null;
    this.#lastOf.clear();
    this.known = null;
    this.pending.clear();
  }

  /** Fetches the settings; what was known stays when that fails. Asked twice at a time, it fetches once. */
  load(): Promise<ApiResult<"getSettings">> {
    this.#loading ??= this.fetch();
    return this.#loading;
  }

  /** Changes a setting by its call. A refusal puts it back and is given to the caller. */
  async change<N extends SettingsCall>(name: N, body: BodyOf<N>): Promise<Outcome> {
    const epoch = this.#epoch;
    const id = (this.#changesMade += 1);
    const change = changes[name](body);
    this.pending.set(id, change);
    const sent = (this.#lastOf.get(name) ?? Promise.resolve()).then(() => this.#api.call(name, { body }));
    this.#lastOf.set(name, sent);
    const result = (await sent) as ApiResult<SettingsCall>;
    if (epoch === this.#epoch) runInAction(() => this.settle(id, change, result));
    return result.ok ? { ok: true } : result;
  }

  /** Takes what a call changed from its answer, and nothing else: other changes may be under way. */
  private settle(id: number, change: Partial<Settings>, result: ApiResult<SettingsCall>): void {
    this.pending.delete(id);
    if (!result.ok || !this.known) return;
    const { settings } = result.data;
    const keys = Object.keys(change) as (keyof Settings)[];
    this.known = { ...this.known, ...Object.fromEntries(keys.map((key) => [key, settings[key]])) };
  }

  private async fetch(): Promise<ApiResult<"getSettings">> {
    const epoch = this.#epoch;
    const result = await this.#api.call("getSettings");
    if (epoch !== this.#epoch) return result;
    this.#loading = null;
    if (result.ok) runInAction(() => (this.known = result.data.settings));
    return result;
  }
}
