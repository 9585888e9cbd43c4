import { describe, expect, it } from "vitest";
import { bounds } from "../contract/bounds.ts";
import { specify } from "../kernel/given-when-then.ts";
import { sampleIds, sampleTime } from "../kernel/sample-values.ts";
import { entryDecider } from "./decider.ts";
import { entrySamples as samples } from "./samples.ts";

const given = specify(entryDecider);
const {
  EntryCreated,
  EntryRevised,
  EntryVersionRestored,
  EntryRedated,
  EntryStarred,
  EntryUnstarred,
  PhotoAdded,
  PhotoRemoved,
  EntryMoved,
  EntryThemed,
  EntryTrashed,
  EntryRestored,
  EntryErased,
} = samples;

const restore = {
  type: "RestoreEntry",
  data: EntryRestored.data,
  expectedJournalId: sampleIds.journal,
} as const;

describe("commands for an entry", () => {
  it("an entry is created once; an existing id is refused", () => {
    given().when({ type: "CreateEntry", data: EntryCreated.data }).then(EntryCreated);
    given(EntryCreated).when({ type: "CreateEntry", data: EntryCreated.data }).thenRejected("id_taken");
  });

  it("an entry is revised when the edit is based on the current revision, on its time, or on nothing", () => {
    const revise = { type: "ReviseEntry", data: EntryRevised.data } as const;
    given(EntryCreated)
      .when({ ...revise, base: 1 })
      .then(EntryRevised);
    given(EntryCreated)
      .when({ ...revise, base: EntryCreated.data.at })
      .then(EntryRevised);
    given(EntryCreated)
      .when({ ...revise, base: undefined })
      .then(EntryRevised);
  });

  it("an edit that is based on an older text is refused", () => {
    const laterRevision = { ...EntryRevised.data, contentTag: "another", at: sampleTime(30) };
    given(EntryCreated, EntryRevised)
      .when({ type: "ReviseEntry", data: laterRevision, base: 1 })
      .thenRejected("revision_conflict");
    given(EntryCreated, EntryRevised)
      .when({ type: "ReviseEntry", data: laterRevision, base: EntryCreated.data.at })
      .thenRejected("revision_conflict");
  });

  it("an edit with equal content is never a conflict", () => {
    given(EntryCreated, EntryRevised)
      .when({ type: "ReviseEntry", data: EntryRevised.data, base: 1 })
      .thenNothing();
  });

  it("only saves count as revisions of an entry: a star or a new date does not count", () => {
    const revise = { type: "ReviseEntry", data: EntryRevised.data, base: 1 } as const;
    given(EntryCreated, EntryStarred, EntryRedated, EntryUnstarred).when(revise).then(EntryRevised);
  });

  it("an entry is starred and unstarred once each", () => {
    const star = { type: "StarEntry", data: EntryStarred.data, starred: true } as const;
    given(EntryCreated).when(star).then(EntryStarred);
    given(EntryCreated, EntryStarred).when(star).thenNothing();
    const unstar = { type: "StarEntry", data: EntryUnstarred.data, starred: false } as const;
    given(EntryCreated, EntryStarred).when(unstar).then(EntryUnstarred);
    given(EntryCreated, EntryStarred, EntryUnstarred).when(unstar).thenNothing();
  });

  it("an entry gets a new date, and records nothing for the same date", () => {
    const redate = { type: "RedateEntry", data: EntryRedated.data } as const;
    given(EntryCreated).when(redate).then(EntryRedated);
    given(EntryCreated, EntryRedated).when(redate).thenNothing();
  });

  it("an entry refuses changes in the trash, and accepts them after it is restored", () => {
    const revise = { type: "ReviseEntry", data: EntryRevised.data, base: 1 } as const;
    given(EntryCreated).when({ type: "TrashEntry", data: EntryTrashed.data }).then(EntryTrashed);
    given(EntryCreated, EntryTrashed).when({ type: "TrashEntry", data: EntryTrashed.data }).thenNothing();
    given(EntryCreated, EntryTrashed).when(revise).thenRejected("entry_trashed");
    given(EntryCreated, EntryTrashed).when(restore).then(EntryRestored);
    given(EntryCreated).when(restore).thenNothing();
    given(EntryCreated, EntryTrashed, EntryRestored).when(revise).then(EntryRevised);
  });

  it("an entry is moved once, only from its current journal, also in the trash", () => {
    const move = { type: "MoveEntry", data: EntryMoved.data } as const;
    given(EntryCreated).when(move).then(EntryMoved);
    given(EntryCreated, EntryTrashed).when(move).then(EntryMoved);
    given(EntryCreated, EntryMoved).when(move).thenNothing();
    // `fromJournalId` is the journal that the entry has left.
    const dataFromOldJournal = { ...EntryMoved.data, journalId: 999 };
    given(EntryCreated, EntryMoved)
      .when({ ...move, data: dataFromOldJournal })
      .thenRejected("not_found");
    given(EntryCreated, EntryErased).when(move).thenRejected("not_found");
  });

  it("an entry is restored into another journal only when it is in the expected one", () => {
    const restoreElsewhere = { ...restore, data: { ...EntryRestored.data, journalId: 999 } };
    const entryRestored = { ...EntryRestored, data: restoreElsewhere.data };
    given(EntryCreated, EntryTrashed).when(restoreElsewhere).then(entryRestored);
    given(EntryCreated, EntryMoved, EntryTrashed).when(restoreElsewhere).thenRejected("not_found");
    given(EntryCreated, EntryMoved, EntryTrashed).when(restore).thenRejected("not_found");
    const entryMoved = {
      ...EntryMoved,
      data: { ...EntryMoved.data, journalId: 999, at: entryRestored.data.at },
    };
    given(EntryCreated).when(restoreElsewhere).then(entryMoved);
  });

  it("an entry keeps a theme that the command does not mention", () => {
    const { entryId, at } = EntryThemed.data;
    const theme = { type: "ThemeEntry", data: EntryThemed.data } as const;
    given(EntryCreated).when(theme).then(EntryThemed);
    given(EntryCreated, EntryThemed).when(theme).thenNothing();
    given(EntryCreated, EntryThemed)
      .when({ type: "ThemeEntry", data: { entryId, at, padThemeId: 6 } })
      .then({ type: "EntryThemed", data: { entryId, at, padThemeId: 6, pageThemeId: 2 } });
    given(EntryCreated, EntryTrashed).when(theme).thenRejected("entry_trashed");
  });

  it("an entry has the prompt that was chosen last, or none", () => {
    const { EntryPrompted } = samples;
    const noPrompt = { type: "EntryPrompted", data: { ...EntryPrompted.data, promptId: null } } as const;
    const prompt = { type: "PromptEntry", data: EntryPrompted.data } as const;
    given(EntryCreated).when(prompt).then(EntryPrompted);
    given(EntryCreated, EntryPrompted).when(prompt).thenNothing();
    given(EntryCreated, EntryPrompted).when({ type: "PromptEntry", data: noPrompt.data }).then(noPrompt);
    given(EntryCreated, EntryTrashed).when(prompt).thenRejected("entry_trashed");
  });

  it("an entry is purged only after long enough in the trash", () => {
    const purge = { type: "PurgeEntry", data: EntryErased.data } as const;
    const { at } = EntryTrashed.data;
    given(EntryCreated, EntryTrashed)
      .when({ ...purge, latestTrashedAt: at })
      .then(EntryErased);
    given(EntryCreated, EntryTrashed)
      .when({ ...purge, latestTrashedAt: sampleTime(20) })
      .thenNothing();
    given(EntryCreated, EntryTrashed, EntryRestored)
      .when({ ...purge, latestTrashedAt: sampleTime(60) })
      .thenNothing();
    given(EntryCreated, EntryErased)
      .when({ ...purge, latestTrashedAt: at })
      .thenNothing();
  });

  it("an entry restores one of its own versions as the newest version", () => {
    const restoreVersion = { type: "RestoreVersion", data: EntryVersionRestored.data } as const;
    given(EntryCreated, EntryRevised).when(restoreVersion).then(EntryVersionRestored);
    given(EntryCreated).when(restoreVersion).thenNothing();
    given(EntryCreated, EntryRevised)
      .when({
        ...restoreVersion,
        data: { ...restoreVersion.data, restoredVersionId: sampleIds.version + 99 },
      })
      .thenRejected("not_found");
  });

  it("an entry has each photo once, and a photo does not change the revision", () => {
    const add = { type: "AddPhoto", data: PhotoAdded.data } as const;
    given(EntryCreated).when(add).then(PhotoAdded);
    given(EntryCreated, PhotoAdded).when(add).thenNothing();
    given(EntryCreated)
      .when(add)
      .thenState(({ photos, revision, modifiedAt }) => {
        const { photoId: id, meta, size, sourceTag } = PhotoAdded.data;
        expect(photos).toEqual([{ id, meta, size, sourceTag }]);
        expect([revision, modifiedAt]).toEqual([1, EntryCreated.data.at]);
      });
    given(EntryCreated, EntryTrashed).when(add).thenRejected("entry_trashed");
    given().when(add).thenRejected("not_found");
    given(EntryCreated, EntryErased).when(add).thenRejected("not_found");
  });

  it("an entry has a limited number of photos", () => {
    const photos = Array.from({ length: bounds.photosPerEntry }, (_, index) => ({
      ...PhotoAdded,
      data: { ...PhotoAdded.data, photoId: 1 + index },
    }));
    const add = { type: "AddPhoto", data: { ...PhotoAdded.data, photoId: 9_999 } } as const;
    given(EntryCreated, ...photos.slice(1))
      .when(add)
      .then({ ...PhotoAdded, data: add.data });
    given(EntryCreated, ...photos)
      .when(add)
      .thenRejected("invalid");
  });

  it("a photo is removed from its entry once, and not while the entry is in the trash", () => {
    const remove = { type: "RemovePhoto", data: PhotoRemoved.data } as const;
    given(EntryCreated, PhotoAdded).when(remove).then(PhotoRemoved);
    given(EntryCreated, PhotoAdded)
      .when(remove)
      .thenState(({ photos }) => expect(photos).toEqual([]));
    given(EntryCreated, PhotoAdded, PhotoRemoved).when(remove).thenRejected("not_found");
    given(EntryCreated).when(remove).thenRejected("not_found");
    given(EntryCreated, PhotoAdded, EntryTrashed).when(remove).thenRejected("entry_trashed");
  });

  it("an entry is erased once, also from the trash, and does not exist afterwards", () => {
    const erase = { type: "EraseEntry", data: EntryErased.data } as const;
    given(EntryCreated).when(erase).then(EntryErased);
    given(EntryCreated, EntryTrashed).when(erase).then(EntryErased);
    given(EntryCreated, EntryErased).when(erase).thenNothing();
    given(EntryCreated, EntryErased)
      .when({ type: "ReviseEntry", data: EntryRevised.data, base: undefined })
      .thenRejected("not_found");
    given(EntryCreated, EntryErased).when(restore).thenRejected("not_found");
  });

  it("an entry is erased with its journal, but not with a journal that it has left", () => {
    const { journalId } = EntryCreated.data;
    const erase = { type: "EraseEntry", data: EntryErased.data, onlyInJournalId: journalId } as const;
    given(EntryCreated).when(erase).then(EntryErased);
    given(EntryCreated, EntryMoved).when(erase).thenNothing();
  });

  it("an entry records that a lock was set, changed and removed", () => {
    const { EntryLocked, EntryLockRemoved } = samples;
    const lock = { type: "LockEntry", data: EntryLocked.data } as const;
    const remove = { type: "RemoveEntryLock", data: EntryLockRemoved.data } as const;
    given(EntryCreated).when(lock).then(EntryLocked);
    given(EntryCreated, EntryLocked, EntryTrashed).when(lock).then(EntryLocked);
    given(EntryCreated, EntryLocked).when(remove).then(EntryLockRemoved);
    given(EntryCreated, EntryLocked, EntryLockRemoved).when(remove).thenNothing();
    given(EntryCreated, EntryErased).when(lock).thenRejected("not_found");
  });

  it("an entry refuses commands before it is created", () => {
    given().when({ type: "TrashEntry", data: EntryTrashed.data }).thenRejected("not_found");
    given().when({ type: "EraseEntry", data: EntryErased.data }).thenRejected("not_found");
  });
});
