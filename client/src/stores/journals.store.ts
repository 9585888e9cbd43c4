import type { BodyOf } from "@daybook/domain/contract/contract";
import type { Journal } from "@daybook/domain/contract/journals";
import { makeAutoObservable, runInAction } from "mobx";
import {
  type ActionResult,
  type Api,
  type ApiFailure,
  type ApiResult,
  type CallOptions,
  noResponse,
} from "../shared/api-client.ts";
import { ChangeQueue } from "../shared/change-queue.ts";

/** The cover, the writing style and the themes of a journal. */
type Appearance = Pick<Journal, "cover"> & Journal["compose_setting"];

/** The journals of the logged-in user, in the order that the user chose. */
export class JournalsStore {
  /** `null` until they are loaded */
  all: readonly Journal[] | null = null;
  /** the journals deleted in the last 30 days; `null` until they are loaded */
  trashed: readonly Journal[] | null = null;
  /** journals that were put before all were loaded */
  private partial: readonly Journal[] = [];
  readonly #api: Api;
  #lastRequest = 0;
  /** the last request whose reply was stored; replies to earlier requests are outdated */
  #lastStored = 0;
  #clearCount = 0;
  /** by journal id: the last request for the list that was sent before the journal was put. Its reply may have an older journal */
  readonly #requestsBeforePut = new Map<number, number>();
  /** by journal id: the last request for the list that was sent before the journal was removed. Its reply may have the journal */
  readonly #requestsBeforeRemoval = new Map<number, number>();
  readonly #lookChanges = new Map<number, ChangeQueue<Appearance>>();

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** The journals that were loaded: all, or some of them. */
  get loaded(): readonly Journal[] {
    return this.all ?? this.partial;
  }

  /** The journal with this id, if it was loaded. */
  find(journalId: number): Journal | undefined {
    return this.loaded.find((journal) => journal.id === journalId);
  }

  /** The loaded journal with the latest update. The creation of a journal without entries counts as an update. */
  get latest(): Journal | undefined {
    const updatedAt = (journal: Journal) => journal.last_update ?? journal.created_at;
    return this.loaded.reduce<Journal | undefined>(
      (latest, journal) => (latest && updatedAt(latest) >= updatedAt(journal) ? latest : journal),
      undefined,
    );
  }

  /** Clears everything. Called when the session ends or another user logs in. Replies to earlier requests for a list are not stored. */
  clear(): void {
    this.all = null;
    this.trashed = null;
    this.partial = [];
    this.#lastStored = this.#lastRequest;
    this.#clearCount += 1;
    this.#lookChanges.clear();
  }

  /** Replaces a journal with what the server returned, or appends it when it is new. */
  put(journal: Journal): void {
    this.#requestsBeforePut.set(journal.id, this.#lastRequest);
    this.#requestsBeforeRemoval.delete(journal.id);
    if (this.find(journal.id)) this.change(journal.id, journal);
    else this.#replaceLoaded([...this.loaded, journal]);
  }

  /** Loads the journals. If that fails, the previous content stays. */
  load(options: CallOptions = {}): Promise<ApiResult<"listJournals">> {
    return this.storeReply(this.#api.call("listJournals", {}, options));
  }

  /**
   * Stores the journals from the reply of a request that was already sent. If the request fails, the previous content stays.
   * A journal that was put or removed after the request stays as it is.
   */
  async storeReply(reply: Promise<ApiResult<"listJournals">>): Promise<ApiResult<"listJournals">> {
    this.#lastRequest += 1;
    const request = this.#lastRequest;
    const result = await reply;
    if (result.ok && request > this.#lastStored) {
      this.#lastStored = request;
      const isLater = (requests: ReadonlyMap<number, number>, { id }: Journal) =>
        (requests.get(id) ?? 0) >= request;
      const listed = result.data.journals
        .map(({ journal }) => journal)
        .filter((journal) => !isLater(this.#requestsBeforeRemoval, journal))
        .map((journal) =>
          isLater(this.#requestsBeforePut, journal) ? (this.find(journal.id) ?? journal) : journal,
        );
      runInAction(() => (this.all = listed));
    }
    return result;
  }

  /** Loads the journals that can still be restored. */
  async loadTrashed(): Promise<ActionResult> {
    const clearCount = this.#clearCount;
    const result = await this.#api.call("listJournals", { query: { view: "trashed" } });
    if (result.ok && clearCount === this.#clearCount)
      runInAction(() => (this.trashed = result.data.journals.map(({ journal }) => journal)));
    return result;
  }

  /** Creates a journal. A free account can have one journal; a second journal is refused with `pro_required`. */
  async create(name: string): Promise<ApiResult<"createJournal">> {
    const clearCount = this.#clearCount;
    const result = await this.#api.call("createJournal", { body: { name } });
    if (result.ok) await this.#putAndReload(result.data.journal, clearCount);
    return result;
  }

  rename(journalId: number, name: string): Promise<ActionResult> {
    return this.#update(journalId, { name });
  }

  /** Changes the cover of a journal. Shows it immediately, and reverts it when the call fails. */
  async chooseCover(journal: Journal, { name, normal_url }: BodyOf<"updateCover">): Promise<ActionResult> {
    const params = { journalId: String(journal.id), coverId: String(journal.id) };
    const cover = { ...(this.find(journal.id) ?? journal).cover, name, normal_url: normal_url ?? null };
    return await this.#changeLook(
      journal,
      { cover },
      () => this.#api.call("updateCover", { params, body: { name, normal_url } }),
      ({ journal_cover }) => ({ cover: journal_cover }),
    );
  }

  /** Changes the writing style and the themes of a journal. Shows them immediately, and reverts them when the call fails. */
  async changeComposeSetting(journal: Journal, body: BodyOf<"updateComposeSetting">): Promise<ActionResult> {
    const params = { journalId: String(journal.id), settingId: String(journal.id) };
    return await this.#changeLook(
      journal,
      body,
      () => this.#api.call("updateComposeSetting", { params, body }),
      ({ compose_setting }) => compose_setting,
    );
  }

  /**
   * Turns Looking Glass on or off for a journal. To turn it on also turns it on for the account, which may change the status of other
   * journals. So all journals are loaded again.
   */
  async switchLookingGlass(journalId: number, isOn: boolean): Promise<ActionResult> {
    const params = { journalId: String(journalId) };
    const body = { looking_glass_status: isOn ? ("On" as const) : ("Off" as const) };
    const clearCount = this.#clearCount;
    const result = await this.#api.call("toggleLookingGlass", { params, body });
    if (result.ok) await this.#putAndReload(result.data.journal, clearCount);
    return result;
  }

  /** Moves a journal with its entries to the trash, for 30 days. */
  async remove(journalId: number): Promise<ActionResult> {
    const result = await this.#api.call("deleteJournal", { params: { journalId: String(journalId) } });
    if (!result.ok) return result;
    // A list that was requested before may still have the journal.
    this.#requestsBeforeRemoval.set(journalId, this.#lastRequest);
    runInAction(() => {
      const removedJournal = this.find(journalId);
      this.#replaceLoaded(this.loaded.filter(({ id }) => id !== journalId));
      const trashed_at = new Date().toISOString();
      if (removedJournal && this.trashed) this.trashed = [{ ...removedJournal, trashed_at }, ...this.trashed];
    });
    return result;
  }

  /** Restores a deleted journal. */
  async restore(journalId: number): Promise<ActionResult> {
    const result = await this.#update(journalId, { restore: true });
    if (result.ok) {
      runInAction(() => (this.trashed = this.trashed?.filter(({ id }) => id !== journalId) ?? null));
    }
    return result;
  }

  /** Changes the appearance of a journal. Sends such changes one after the other. Drops those that still wait when `clear` is called. */
  async #changeLook<T>(
    journal: Journal,
    changes: Partial<Appearance>,
    call: () => Promise<{ ok: true; data: T } | ApiFailure>,
    readStored: (data: T) => Partial<Appearance>,
  ): Promise<ActionResult> {
    const { id } = journal;
    const clearCount = this.#clearCount;
    const isCleared = () => clearCount !== this.#clearCount;
    const current = () => this.find(id) ?? journal;
    const show = ({ cover = current().cover, ...setting }: Partial<Appearance>) =>
      this.change(id, { cover, compose_setting: { ...current().compose_setting, ...setting } });
    const queue = this.#lookChanges.get(id) ?? new ChangeQueue<Appearance>();
    this.#lookChanges.set(id, queue);
    const pendingReply = queue.send(
      { ...current().compose_setting, cover: current().cover },
      changes,
      async () => (isCleared() ? noResponse : await call()),
      (reply) => (reply.ok ? readStored(reply.data) : null),
    );
    show(changes);
    const { reply, shown } = await pendingReply;
    if (!isCleared()) show(shown);
    return reply.ok ? { ok: true } : reply;
  }

  private change(journalId: number, changes: Partial<Journal>): void {
    this.#replaceLoaded(
      this.loaded.map((existing) => (existing.id === journalId ? { ...existing, ...changes } : existing)),
    );
  }

  #replaceLoaded(journals: readonly Journal[]): void {
    if (this.all) this.all = journals;
    else this.partial = journals;
  }

  async #update(journalId: number, body: { name?: string; restore?: boolean }): Promise<ActionResult> {
    const clearCount = this.#clearCount;
    const result = await this.#api.call("updateJournal", { params: { journalId: String(journalId) }, body });
    if (result.ok) await this.#putAndReload(result.data.journal, clearCount);
    return result;
  }

  /**
   * Shows a new or changed journal immediately, then loads all journals, because the server decides their order. Does nothing when the
   * store was cleared since `clearCount`.
   */
  async #putAndReload(journal: Journal, clearCount: number): Promise<void> {
    if (clearCount !== this.#clearCount) return;
    this.put(journal);
    await this.load();
  }
}
