import type { Entry } from "@daybook/domain/contract/entries";
import type { Photo } from "@daybook/domain/contract/photos";
import { plainThemeId } from "@daybook/domain/contract/appearance-values";
import { makeAutoObservable, runInAction } from "mobx";
import type { ActionResult, Api } from "../../shared/api-client.ts";
import { ChangeQueue } from "../../shared/change-queue.ts";
import type { EntryRef } from "../../shared/entry-actions/entry-ref.ts";
import { withActions } from "./load-actions.ts";

/** A tag of an entry. */
export type EntryTag = Entry["tags"][number];

/** The parts of an entry that the autosave does not send. One exception: when the autosave creates the entry, it sends the prompt. */
export type EntryDetails = {
  readonly photos: readonly Photo[];
  readonly tags: readonly EntryTag[];
  readonly padThemeId: number;
  readonly pageThemeId: number;
  readonly promptId: number | null;
  readonly publicUrl: string | null;
  readonly hasLock: boolean;
  /** the password hint of the entry's lock */
  readonly hint: string | null;
  readonly remembersPassword: boolean;
  readonly autoLocks: boolean;
  /** for a read-only entry: the settings that its journal had when the entry became read-only */
  readonly originalSettings: Entry["original_journal_settings"];
};

/** The details of a new entry. */
export const noEntryDetails: EntryDetails = {
  photos: [],
  tags: [],
  padThemeId: plainThemeId,
  pageThemeId: plainThemeId,
  promptId: null,
  publicUrl: null,
  hasLock: false,
  hint: null,
  remembersPassword: false,
  autoLocks: false,
  originalSettings: null,
};

/** The details of an entry as the API returns it. */
export const entryDetailsOf = (entry: Entry): EntryDetails => ({
  photos: entry.photos.map(({ photo }) => photo),
  tags: entry.tags,
  padThemeId: entry.pad_theme_id,
  pageThemeId: entry.page_theme_id,
  promptId: entry.prompt_id,
  publicUrl: entry.public_url,
  hasLock: entry.locked,
  hint: entry.password_hint,
  remembersPassword: entry.remember_password,
  autoLocks: entry.auto_lock,
  originalSettings: entry.original_journal_settings,
});

type Themes = Pick<EntryDetails, "padThemeId" | "pageThemeId">;

/** The details of the entry on one page. Each page has its own store. */
export class EntryDetailsStore {
  values: EntryDetails = noEntryDetails;
  readonly journalId: number;
  readonly #api: Api;
  readonly #entryId: () => number | null;
  #photosRefresh: Promise<boolean> | null = null;
  readonly #themeChanges = new ChangeQueue<Themes>();
  #lastTagChange: Promise<unknown> = Promise.resolve();

  /** @param entryId returns the id of the page's entry; null until it is created */
  constructor(api: Api, journalId: number, entryId: () => number | null) {
    this.#api = api;
    this.journalId = journalId;
    this.#entryId = entryId;
    makeAutoObservable<this, "entry">(this, { journalId: false, entry: false }, { autoBind: true });
  }

  /** Merges changed details. */
  put(changes: Partial<EntryDetails>): void {
    this.values = { ...this.values, ...changes };
  }

  /** Finds a photo of this entry. The body may also contain deleted photos and photos of other entries: for these, returns undefined. */
  findPhoto(photoId: string | number): Photo | undefined {
    return this.values.photos.find(({ id }) => id === Number(photoId));
  }

  addPhoto(photo: Photo): void {
    this.put({ photos: [...this.values.photos.filter(({ id }) => id !== photo.id), photo] });
  }

  /** Loads fresh photo URLs; concurrent calls share one request. Returns false when it fails. */
  refreshPhotos(): Promise<boolean> {
    this.#photosRefresh ??= this.loadPhotos().finally(() => (this.#photosRefresh = null));
    return this.#photosRefresh;
  }

  /** Deletes a photo permanently. */
  async removePhoto(photoId: number): Promise<ActionResult> {
    const entry = this.entry();
    if (!entry) return { ok: true };
    const result = await withActions((actions) => actions.deletePhoto(this.#api, entry, photoId));
    if (result.ok) {
      runInAction(() => this.put({ photos: this.values.photos.filter(({ id }) => id !== photoId) }));
    }
    return result;
  }

  /**
   * Changes the page theme or the pad theme. Shows the new theme immediately. When the call fails, shows the last saved theme, or the
   * theme of a later change.
   */
  async changeThemes(themes: Partial<Themes>): Promise<ActionResult> {
    const entry = this.entry();
    const { padThemeId, pageThemeId } = this.values;
    this.put(themes);
    if (!entry) return { ok: true };
    const { reply, shown } = await this.#themeChanges.send(
      { padThemeId, pageThemeId },
      themes,
      () => withActions((actions) => actions.changeThemes(this.#api, entry, themes)),
      ({ ok }) => (ok ? themes : null),
    );
    this.put(shown);
    return reply;
  }

  /** Runs changes of the tags one after the other, because calls sent in parallel could store an earlier change last. */
  queueTagChange<T>(change: () => Promise<T>): Promise<T> {
    const pendingChange = this.#lastTagChange.then(change);
    this.#lastTagChange = pendingChange;
    return pendingChange;
  }

  private entry(): EntryRef | null {
    const entryId = this.#entryId();
    return entryId === null ? null : { journalId: this.journalId, entryId };
  }

  private async loadPhotos(): Promise<boolean> {
    const entry = this.entry();
    if (!entry) return false;
    const photosBefore = this.values.photos;
    const result = await withActions((actions) => actions.listPhotos(this.#api, entry));
    // A photo may have been added or removed after the request was sent.
    if (result.ok && this.values.photos !== photosBefore) return this.loadPhotos();
    if (result.ok) runInAction(() => this.put({ photos: result.photos }));
    return result.ok;
  }
}
