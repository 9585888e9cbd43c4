import type { BodyOf } from "@daybook/domain/contract/contract";
import type { Journal } from "@daybook/domain/contract/journals";
import { makeAutoObservable, runInAction } from "mobx";
import type { Api, ApiFailure, ApiResult, CallOptions } from "../shared/api-client.ts";

/** What an act on one thing gives back: nothing more, or the failure. */
export type Outcome = { ok: true } | ApiFailure;

/** The journals of the signed-in person, in their order. */
export class JournalsStore {
  /** `null` until they were loaded once */
  all: readonly Journal[] | null = null;
  /** deleted less than 30 days ago; `null` until asked for */
  trashed: readonly Journal[] | null = null;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** The journal with this id, when it is known. */
  find(journalId: number): Journal | undefined {
    return this.all?.find((journal) => journal.id === journalId);
  }

  /** The journal written in last; the newest one when nothing was written yet. */
  get latest(): Journal | undefined {
    const moment = (journal: Journal) => journal.last_update ?? journal.created_at;
    return this.all?.reduce<Journal | undefined>(
      (latest, journal) => (latest && moment(latest) >= moment(journal) ? latest : journal),
      undefined,
    );
  }

  /** Forgets everything: another person signs in. */
  clear(): void {
    this.all = null;
    this.trashed = null;
  }

  /** Puts a journal as the server sent it where it stood; one that was not there, at the end. */
  put(journal: Journal): void {
    const all = this.all ?? [];
    this.all = this.find(journal.id)
      ? all.map((own) => (own.id === journal.id ? journal : own))
      : [...all, journal];
  }

  /** Fetches the journals; what was known before stays when that fails. */
  async load(
    signal?: AbortSignal,
    options: Pick<CallOptions, "retries"> = {},
  ): Promise<ApiResult<"listJournals">> {
    const result = await this.#api.call("listJournals", {}, { ...(signal && { signal }), ...options });
    if (result.ok) runInAction(() => (this.all = result.data.journals.map(({ journal }) => journal)));
    return result;
  }

  /** Fetches the journals that can still be brought back. */
  async loadTrashed(): Promise<Outcome> {
    const result = await this.#api.call("listJournals", { query: { view: "trashed" } });
    if (result.ok) runInAction(() => (this.trashed = result.data.journals.map(({ journal }) => journal)));
    return result;
  }

  /** Starts a journal; a free account has one, a second is refused with `pro_required`. */
  async create(name: string): Promise<ApiResult<"createJournal">> {
    const result = await this.#api.call("createJournal", { body: { name } });
    if (result.ok) await this.putInOrder(result.data.journal);
    return result;
  }

  rename(journalId: number, name: string): Promise<Outcome> {
    return this.update(journalId, { name });
  }

  /** Binds a journal in another cover. It is shown at once, and taken off again when the server refuses. */
  async chooseCover(journal: Journal, { name, normal_url }: BodyOf<"updateCover">): Promise<Outcome> {
    const { id, cover } = journal;
    this.change(id, { cover: { ...cover, name, normal_url: normal_url ?? null } });
    const params = { journalId: String(id), coverId: String(id) };
    const result = await this.#api.call("updateCover", { params, body: { name, normal_url } });
    this.change(id, { cover: result.ok ? result.data.journal_cover : cover });
    return result.ok ? { ok: true } : result;
  }

  /** Changes how the entries of a journal are set and on what they are written; shown at once as well. */
  async changeComposeSetting(journal: Journal, body: BodyOf<"updateComposeSetting">): Promise<Outcome> {
    const { id, compose_setting: before } = journal;
    this.change(id, { compose_setting: { ...before, ...body } });
    const params = { journalId: String(id), settingId: String(id) };
    const result = await this.#api.call("updateComposeSetting", { params, body });
    this.change(id, { compose_setting: result.ok ? result.data.compose_setting : before });
    return result.ok ? { ok: true } : result;
  }

  /** Moves a journal with its entries to the trash, for 30 days. */
  async remove(journalId: number): Promise<Outcome> {
    const result = await this.#api.call("deleteJournal", { params: { journalId: String(journalId) } });
    if (!result.ok) return result;
    runInAction(() => {
      const gone = this.find(journalId);
      this.all = this.all?.filter(({ id }) => id !== journalId) ?? null;
      const trashed_at = new Date().toISOString();
      if (gone && this.trashed) this.trashed = [{ ...gone, trashed_at }, ...this.trashed];
    });
    return result;
  }

  /** Brings a deleted journal back as it was. */
  async restore(journalId: number): Promise<Outcome> {
    const result = await this.update(journalId, { restore: true });
    if (result.ok) {
      runInAction(() => (this.trashed = this.trashed?.filter(({ id }) => id !== journalId) ?? null));
    }
    return result;
  }

  private change(journalId: number, changed: Partial<Journal>): void {
    this.all = this.all?.map((own) => (own.id === journalId ? { ...own, ...changed } : own)) ?? null;
  }

  private async update(journalId: number, body: { name?: string; restore?: boolean }): Promise<Outcome> {
    const result = await this.#api.call("updateJournal", { params: { journalId: String(journalId) }, body });
    if (result.ok) await this.putInOrder(result.data.journal);
    return result;
  }

  /** Shows a journal that is new, named anew or back, at once; its place, which the server knows, follows. */
  private async putInOrder(journal: Journal): Promise<void> {
    this.put(journal);
    await this.load();
  }
}
