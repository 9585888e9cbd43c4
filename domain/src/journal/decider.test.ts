import { describe, expect, it } from "vitest";
import { specify } from "../kernel/given-when-then.ts";
import { sampleTime } from "../kernel/sample-values.ts";
import { classroomRejection } from "./classroom.ts";
import { journalDecider } from "./decider.ts";
import { effectiveCover, effectiveSettings, initialComposeSettings } from "./appearance.ts";
import { journalSamples as samples } from "./samples.ts";

const given = specify(journalDecider);
const { JournalCreated, JournalRenamed, JournalTrashed, JournalRestored, JournalErased } = samples;
const { JournalCoverChosen, JournalComposeSettingsChanged, JournalClassroomRoleSet } = samples;
const { journalId } = JournalCreated.data;
const at = sampleTime(20);

describe("commands for a journal", () => {
  it("a journal is created once; an existing id is refused", () => {
    given().when({ type: "CreateJournal", data: JournalCreated.data }).then(JournalCreated);
    given(JournalCreated).when({ type: "CreateJournal", data: JournalCreated.data }).thenRejected("id_taken");
  });

  it("a journal is renamed, and records nothing for the same name", () => {
    given(JournalCreated).when({ type: "RenameJournal", data: JournalRenamed.data }).then(JournalRenamed);
    given(JournalCreated, JournalRenamed)
      .when({ type: "RenameJournal", data: JournalRenamed.data })
      .thenNothing();
  });

  it("a journal is trashed once and restored once", () => {
    given(JournalCreated).when({ type: "TrashJournal", data: JournalTrashed.data }).then(JournalTrashed);
    given(JournalCreated, JournalTrashed)
      .when({ type: "TrashJournal", data: JournalTrashed.data })
      .thenNothing();
    given(JournalCreated, JournalTrashed)
      .when({ type: "RestoreJournal", data: JournalRestored.data })
      .then(JournalRestored);
    given(JournalCreated).when({ type: "RestoreJournal", data: JournalRestored.data }).thenNothing();
  });

  it("a journal cannot be renamed in the trash, and can be renamed after it is restored", () => {
    given(JournalCreated, JournalTrashed)
      .when({ type: "RenameJournal", data: JournalRenamed.data })
      .thenRejected("journal_trashed");
    given(JournalCreated, JournalTrashed, JournalRestored)
      .when({ type: "RenameJournal", data: JournalRenamed.data })
      .then(JournalRenamed);
  });

  it("a journal refuses commands before it is created", () => {
    given().when({ type: "RenameJournal", data: JournalRenamed.data }).thenRejected("not_found");
    given().when({ type: "TrashJournal", data: JournalTrashed.data }).thenRejected("not_found");
    given().when({ type: "RestoreJournal", data: JournalRestored.data }).thenRejected("not_found");
  });

  it("a journal is erased once, also from the trash, and does not exist afterwards", () => {
    const erase = { type: "EraseJournal", data: JournalErased.data } as const;
    given(JournalCreated).when(erase).then(JournalErased);
    given(JournalCreated, JournalTrashed).when(erase).then(JournalErased);
    given(JournalCreated, JournalErased).when(erase).thenNothing();
    given(JournalCreated, JournalErased)
      .when({ type: "RestoreJournal", data: JournalRestored.data })
      .thenRejected("not_found");
    given().when(erase).thenRejected("not_found");
  });

  it("a journal has Looking Glass on until it is switched off, and a switch that changes nothing is not recorded", () => {
    const { JournalLookingGlassSwitched: switchedOff } = samples;
    const switchOff = { type: "SwitchLookingGlass", data: switchedOff.data } as const;
    const switchOn = { type: "SwitchLookingGlass", data: { ...switchedOff.data, on: true } } as const;
    given(JournalCreated).when(switchOff).then(switchedOff);
    given(JournalCreated).when(switchOn).thenNothing();
    given(JournalCreated, switchedOff).when(switchOff).thenNothing();
    given(JournalCreated, switchedOff).when(switchOn).then({ type: switchedOff.type, data: switchOn.data });
    given(JournalCreated, JournalTrashed).when(switchOff).thenRejected("journal_trashed");
    given(JournalCreated, JournalClassroomRoleSet).when(switchOff).thenRejected("forbidden");
    given().when(switchOff).thenRejected("not_found");
  });

  it("a journal records that a lock was set, changed and removed", () => {
    const { JournalLocked, JournalLockRemoved, JournalAutoLockChanged } = samples;
    const lock = { type: "LockJournal", data: JournalLocked.data } as const;
    const remove = { type: "RemoveJournalLock", data: JournalLockRemoved.data } as const;
    const changeAutoLock = { type: "ChangeJournalAutoLock", data: JournalAutoLockChanged.data } as const;
    given(JournalCreated).when(lock).then(JournalLocked);
    given(JournalCreated, JournalLocked).when(lock).then(JournalLocked);
    given(JournalCreated, JournalLocked).when(remove).then(JournalLockRemoved);
    given(JournalCreated, JournalLocked, JournalLockRemoved).when(remove).thenNothing();
    given(JournalCreated, JournalLocked).when(changeAutoLock).then(JournalAutoLockChanged);
    given(JournalCreated, JournalLocked, JournalAutoLockChanged).when(changeAutoLock).thenNothing();
    given(JournalCreated).when(changeAutoLock).thenNothing();
    given(JournalCreated, JournalErased).when(lock).thenRejected("not_found");
  });
});

describe("purging journals", () => {
  /** Erases the journal if it was trashed at `latestTrashedAt` or before. */
  const purge = (latestTrashedAt: string) =>
    ({ type: "PurgeJournal", data: JournalErased.data, latestTrashedAt }) as const;
  const trashedAt = JournalTrashed.data.at;

  it("a journal is purged only after long enough in the trash", () => {
    given(JournalCreated, JournalTrashed).when(purge(trashedAt)).then(JournalErased);
    given(JournalCreated, JournalTrashed)
      .when(purge(sampleTime(11)))
      .thenNothing();
  });

  it("a restored journal is not purged; the time starts when it is trashed again", () => {
    given(JournalCreated, JournalTrashed, JournalRestored).when(purge(at)).thenNothing();
    const trashedAgain = { type: "JournalTrashed", data: { journalId, at: sampleTime(15) } } as const;
    const history = [JournalCreated, JournalTrashed, JournalRestored, trashedAgain];
    given(...history)
      .when(purge(trashedAt))
      .thenNothing();
    given(...history)
      .when(purge(at))
      .then(JournalErased);
  });

  it("a journal is purged once, and never outside the trash", () => {
    given(JournalCreated).when(purge(at)).thenNothing();
    given(JournalCreated, JournalTrashed, JournalErased).when(purge(at)).thenNothing();
    given().when(purge(at)).thenRejected("not_found");
  });
});

describe("covers", () => {
  const choose = (cover: "leather" | "green", isPaid: boolean) =>
    ({ type: "ChooseCover", data: { journalId, cover, at }, isPaid }) as const;

  it("a paid account may choose any cover, and a free account only a colour", () => {
    const coverChosen = { type: "JournalCoverChosen", data: { journalId, cover: "leather", at } } as const;
    const green = { type: "JournalCoverChosen", data: { journalId, cover: "green", at } } as const;
    given(JournalCreated).when(choose("leather", true)).then(coverChosen);
    given(JournalCreated).when(choose("leather", false)).thenRejected("pro_required");
    given(JournalCreated, JournalCoverChosen).when(choose("leather", false)).thenRejected("pro_required");
    given(JournalCreated, JournalCoverChosen).when(choose("green", false)).then(green);
  });

  it("choosing the same cover records nothing, and the cover of a journal in the trash does not change", () => {
    given(JournalCreated, JournalCoverChosen).when(choose("leather", true)).thenNothing();
    given(JournalCreated, JournalTrashed).when(choose("green", true)).thenRejected("journal_trashed");
    given().when(choose("green", true)).thenRejected("not_found");
  });
});

describe("compose settings", () => {
  type Changes = typeof JournalComposeSettingsChanged.data.changes;
  const change = (changes: Changes, isPaid: boolean) =>
    ({ type: "ChangeComposeSettings", data: { journalId, changes, at }, isPaid }) as const;
  const settingsChanged = (changes: Changes) =>
    ({ type: "JournalComposeSettingsChanged", data: { journalId, changes, at } }) as const;

  it("compose settings are recorded only where they differ", () => {
    given(JournalCreated)
      .when(change({ font: "Lora", fontSize: 18, fontColour: "blue" }, true))
      .then(settingsChanged({ fontSize: 18, fontColour: "blue" }));
    given(JournalCreated, JournalComposeSettingsChanged)
      .when(change(JournalComposeSettingsChanged.data.changes, true))
      .thenNothing();
    given(JournalCreated, JournalComposeSettingsChanged)
      .when(change({ fontColour: null }, false))
      .then(settingsChanged({ fontColour: null }));
  });

  it.each<Changes>([{ font: "Georgia" }, { padThemeId: 4 }, { pageThemeId: 3 }])(
    "the compose settings %o need PRO",
    (changes) => {
      given(JournalCreated).when(change(changes, false)).thenRejected("pro_required");
      given(JournalCreated).when(change(changes, true)).then(settingsChanged(changes));
    },
  );

  it("stored compose settings that need PRO stay when a free account sends back the default settings that it is shown", () => {
    const shownSettings = { font: "Lora", padThemeId: 1, pageThemeId: 1, fontSize: 12 } as const;
    given(JournalCreated, JournalComposeSettingsChanged)
      .when(change(shownSettings, false))
      .then(settingsChanged({ fontSize: 12 }));
    given(JournalCreated, JournalComposeSettingsChanged)
      .when(change(shownSettings, true))
      .then(settingsChanged(shownSettings));
  });

  it("the compose settings of a journal in the trash do not change", () => {
    given(JournalCreated, JournalTrashed)
      .when(change({ fontSize: 12 }, true))
      .thenRejected("journal_trashed");
  });
});

describe("classroom journals", () => {
  const setRole = (role: "none" | "master" | "slave") =>
    ({ type: "SetClassroomRole", data: { journalId, role, at } }) as const;
  const master = {
    type: "JournalClassroomRoleSet",
    data: { ...JournalClassroomRoleSet.data, role: "master" },
  } as const;
  const changeCommands = [
    { type: "RenameJournal", data: JournalRenamed.data },
    { type: "ChooseCover", data: { journalId, cover: "green", at }, isPaid: true },
    { type: "ChangeComposeSettings", data: { journalId, changes: { fontSize: 12 }, at }, isPaid: true },
  ] as const;

  it("a journal gets a classroom role and loses it again", () => {
    const role = (classroomRole: "none" | "slave") =>
      ({ type: "JournalClassroomRoleSet", data: { journalId, role: classroomRole, at } }) as const;
    given(JournalCreated).when(setRole("slave")).then(role("slave"));
    given(JournalCreated, JournalClassroomRoleSet).when(setRole("slave")).thenNothing();
    given(JournalCreated, JournalClassroomRoleSet).when(setRole("none")).then(role("none"));
    given().when(setRole("slave")).thenRejected("not_found");
  });

  it.each(changeCommands)("a classroom journal refuses $type as a slave", (command) => {
    given(JournalCreated, JournalClassroomRoleSet).when(command).thenRejected("forbidden");
  });

  it.each(changeCommands)("a classroom journal allows $type as a master", (command) => {
    given(JournalCreated, master).when(command).then(expect.anything());
  });

  it("a classroom journal cannot be locked in either role", () => {
    expect(classroomRejection("none", "lock")).toBeNull();
    expect(classroomRejection("master", "lock")?.code).toBe("forbidden");
    expect(classroomRejection("slave", "lock")?.code).toBe("forbidden");
  });

  it("a classroom journal goes to the trash like any other", () => {
    given(JournalCreated, JournalClassroomRoleSet)
      .when({ type: "TrashJournal", data: JournalTrashed.data })
      .then(JournalTrashed);
  });
});

describe("effective settings and covers", () => {
  const storedSettings = { ...initialComposeSettings, ...JournalComposeSettingsChanged.data.changes };

  it("a paid account has its stored settings and cover", () => {
    expect(effectiveSettings(storedSettings, true)).toEqual(storedSettings);
    expect(effectiveCover("leather", true)).toBe("leather");
  });

  it("a free account has the initial settings and cover where the stored ones need PRO", () => {
    expect(effectiveSettings(storedSettings, false)).toEqual({
      ...storedSettings,
      font: "Lora",
      padThemeId: 1,
      pageThemeId: 1,
    });
    expect([
      effectiveCover("leather", false),
      effectiveCover("red", false),
      effectiveCover(null, true),
    ]).toEqual([null, "red", null]);
  });
});

describe("journals that a downgrade emptied", () => {
  const { JournalHidden, JournalShown } = samples;
  const hide = { type: "HideJournal", data: JournalHidden.data } as const;
  const show = { type: "ShowJournal", data: JournalShown.data } as const;

  it("a journal that a downgrade emptied is hidden, and shown again with its cover", () => {
    given(JournalCreated).when(hide).then(JournalHidden);
    given(JournalCreated, JournalHidden).when(hide).thenNothing();
    given(JournalCreated, JournalCoverChosen, JournalHidden)
      .when(show)
      .thenState(({ status, cover }) =>
        expect([status, cover]).toEqual(["active", JournalCoverChosen.data.cover]),
      );
    given(JournalCreated, JournalHidden, JournalShown).when(show).thenNothing();
  });

  it("a journal in the trash is not hidden", () => {
    given(JournalCreated, JournalTrashed).when(hide).thenNothing();
  });

  it.each(["TrashJournal", "RestoreJournal"] as const)(
    "a hidden journal rejects %s with `not_found`",
    (type) => {
      given(JournalCreated, JournalHidden).when({ type, data: { journalId, at } }).thenRejected("not_found");
    },
  );

  it("a hidden journal can be erased with its account", () => {
    given(JournalCreated, JournalHidden)
      .when({ type: "EraseJournal", data: JournalErased.data })
      .then(JournalErased);
  });
});
