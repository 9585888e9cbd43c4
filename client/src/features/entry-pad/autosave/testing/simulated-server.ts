import type { ConflictResolution, ResolveInput, SaveInput, SaveResult } from "../autosave-state.ts";
import { type SavedEntry, sameText, type Writing } from "../writing.ts";

/** The writing of a blank pad. */
export const blankWriting: Writing = {
  title: "",
  body: "",
  localDate: "2026-11-20",
  timezone: "UTC",
  createdAt: "2026-11-20T10:00:00.000Z",
  starred: false,
};

/** A small model of the server: it has revisions and idempotency keys, and equal content is never a conflict. */
export class SimulatedServer {
  readonly entries = new Map<number, { revision: number; history: string[] }>();
  private readonly resultsByKey = new Map<string, SaveResult>();

  private savedEntry(id: number): SavedEntry {
    const { revision, history } = this.entries.get(id)!;
    return { id, revision, writing: { ...blankWriting, body: history[history.length - 1]! } };
  }

  save({ attempt, base }: SaveInput): SaveResult {
    const storedResult = this.resultsByKey.get(attempt.key);
    if (storedResult) return storedResult;
    const result = base ? this.revise(base, attempt.writing) : this.create(attempt.writing);
    this.resultsByKey.set(attempt.key, result);
    return result;
  }

  private create({ body }: Writing): SaveResult {
    const id = this.entries.size + 1;
    this.entries.set(id, { revision: 1, history: [body] });
    return { type: "acknowledged", saved: this.savedEntry(id) };
  }

  private revise(base: SavedEntry, writing: Writing): SaveResult {
    const entry = this.entries.get(base.id)!;
    const current = this.savedEntry(base.id);
    if (!sameText(current.writing, writing)) {
      if (base.revision !== entry.revision) {
        const isUnchanged = sameText(current.writing, base.writing);
        return isUnchanged ? { type: "rebase", saved: current } : { type: "conflict", theirs: current };
      }
      this.write(base.id, writing.body);
    }
    return { type: "acknowledged", saved: { ...this.savedEntry(base.id), writing } };
  }

  resolve({ choice, keys, mine, theirs, journalId }: ResolveInput): ConflictResolution {
    if (choice === "both") {
      const saveResult = this.save({ journalId, attempt: { key: keys[0], writing: mine }, base: null });
      return {
        type: "resolved",
        saved: theirs,
        newEntryId: saveResult.type === "acknowledged" ? saveResult.saved.id : null,
      };
    }
    let base = theirs;
    for (const [index, writing] of [mine, theirs.writing].entries()) {
      const result = this.save({ journalId, attempt: { key: keys[index]!, writing }, base });
      if (result.type === "acknowledged") base = { ...result.saved, writing };
      else
        return result.type === "conflict"
          ? result
          : { type: "failed", error: { reason: "invalid", message: "" } };
    }
    return { type: "resolved", saved: base, newEntryId: null };
  }

  /** Saves a text as the newest revision. Tests call it to save as another client. */
  write(id: number, body: string): void {
    const entry = this.entries.get(id)!;
    entry.revision += 1;
    entry.history.push(body);
  }

  /** the newest revision of an entry */
  newest = (id: number): SavedEntry => this.savedEntry(id);
  /** true when a revision of any entry has this text */
  hasVersion = (body: string): boolean =>
    [...this.entries.values()].some(({ history }) => history.includes(body));
}
