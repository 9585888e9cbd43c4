import type { Entry } from "@daybook/domain/contract/entries";
import type { Photo } from "@daybook/domain/contract/photos";
import { plainTheme } from "@daybook/domain/contract/appearance-values";
import { makeAutoObservable, runInAction } from "mobx";
import type { Api } from "../../../shared/api-client.ts";
import type { Outcome } from "../../../stores/journals.store.ts";

/** A tag as an entry carries it. */
export type EntryTag = Entry["tags"][number];

/** What hangs on an entry beside its writing. */
export type Extras = {
  readonly photos: readonly Photo[];
  readonly tags: readonly EntryTag[];
  readonly padThemeId: number;
  readonly pageThemeId: number;
  readonly promptId: number | null;
  readonly publicUrl: string | null;
  readonly isLocked: boolean;
  /** of its lock */
  readonly hint: string | null;
  readonly remembers: boolean;
  readonly autoLocks: boolean;
  /** how an entry that came from another journal was set there; it stays so */
  readonly originalSettings: Entry["original_journal_settings"];
};

/** Nothing hangs on a new entry. */
export const noExtras: Extras = {
  photos: [],
  tags: [],
  padThemeId: plainTheme,
  pageThemeId: plainTheme,
  promptId: null,
  publicUrl: null,
  isLocked: false,
  hint: null,
  remembers: false,
  autoLocks: false,
  originalSettings: null,
};

/** Reads them out of an entry. */
export const extrasOf = (entry: Entry): Extras => ({
  photos: entry.photos.map(({ photo }) => photo),
  tags: entry.tags,
  padThemeId: entry.pad_theme_id,
  pageThemeId: entry.page_theme_id,
  promptId: entry.prompt_id,
  publicUrl: entry.public_url,
  isLocked: entry.locked,
  hint: entry.password_hint,
  remembers: entry.remember_password,
  autoLocks: entry.auto_lock,
  originalSettings: entry.original_journal_settings,
});

type Themes = Partial<Pick<Extras, "padThemeId" | "pageThemeId">>;

/** What the server said of an entry beside its writing; it outlives no page. */
export class BesideStore {
  extras: Extras = noExtras;
  readonly journalId: number;
  readonly #api: Api;
  readonly #entryId: () => number | null;
  #renewing: Promise<boolean> | null = null;

  /** @param entryId of the page's entry; null until it is created */
  constructor(api: Api, journalId: number, entryId: () => number | null) {
    this.#api = api;
    this.journalId = journalId;
    this.#entryId = entryId;
    makeAutoObservable<this, "params">(this, { journalId: false, params: false }, { autoBind: true });
  }

  /** Takes over what changed. */
  put(changed: Partial<Extras>): void {
    this.extras = { ...this.extras, ...changed };
  }

  /** A photo of this entry; a body may name one that is gone, or another entry's. */
  photo(photoId: string | number): Photo | undefined {
    return this.extras.photos.find(({ id }) => id === Number(photoId));
  }

  addPhoto(photo: Photo): void {
    this.put({ photos: [...this.extras.photos.filter(({ id }) => id !== photo.id), photo] });
  }

  /** Fetches fresh addresses of the photos, once for all who ask at a time; false when that fails. */
  renewPhotos(): Promise<boolean> {
    this.#renewing ??= this.fetchPhotos().finally(() => (this.#renewing = null));
    return this.#renewing;
  }

  /** Deletes a photo of the entry, for ever. */
  async removePhoto(photoId: number): Promise<Outcome> {
    const params = this.params();
    if (!params) return { ok: true };
    const result = await this.#api.call("deletePhoto", { params: { ...params, photoId: String(photoId) } });
    if (!result.ok && result.status !== 404) return result;
    runInAction(() => this.put({ photos: this.extras.photos.filter(({ id }) => id !== photoId) }));
    return { ok: true };
  }

  /** Puts the entry on another page or pad; it shows at once, and goes back when the server refuses. */
  async changeThemes(themes: Themes): Promise<Outcome> {
    const params = this.params();
    const { padThemeId, pageThemeId } = this.extras;
    this.put(themes);
    if (!params) return { ok: true };
    const body = {
      ...(themes.padThemeId !== undefined && { pad_theme_id: themes.padThemeId }),
      ...(themes.pageThemeId !== undefined && { page_theme_id: themes.pageThemeId }),
    };
    const result = await this.#api.call("updateEntry", { params, body });
    if (!result.ok) this.put({ padThemeId, pageThemeId });
    return result.ok ? { ok: true } : result;
  }

  private params(): { journalId: string; entryId: string } | null {
    const entryId = this.#entryId();
    return entryId === null ? null : { journalId: String(this.journalId), entryId: String(entryId) };
  }

  private async fetchPhotos(): Promise<boolean> {
    const params = this.params();
    if (!params) return false;
    const result = await this.#api.call("listPhotos", { params });
    if (result.ok) runInAction(() => this.put({ photos: result.data.photos.map(({ photo }) => photo) }));
    return result.ok;
  }
}
