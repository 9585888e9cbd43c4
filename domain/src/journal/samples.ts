import { lockTypes } from "../contract/lock-types.ts";
import type { EventOf } from "../kernel/define-events.ts";
import { sampleIds, sampleSealed, sampleTime } from "../kernel/sample-values.ts";
import type { journalEvents } from "./events.ts";

type Samples = {
  [K in keyof typeof journalEvents]: Extract<EventOf<typeof journalEvents>, { type: K }>;
};

const journalId = sampleIds.journal;

/** A sample event of each type. Together they are not one possible history: some times are out of order. */
export const journalSamples: Samples = {
  JournalCreated: {
    type: "JournalCreated",
    data: {
      journalId,
      accountId: sampleIds.account,
      name: sampleSealed("name"),
      nameTag: "name-tag-1",
      at: sampleTime(10),
    },
  },
  JournalRenamed: {
    type: "JournalRenamed",
    data: { journalId, name: sampleSealed("new-name"), nameTag: "name-tag-2", at: sampleTime(11) },
  },
  JournalTrashed: { type: "JournalTrashed", data: { journalId, at: sampleTime(12) } },
  JournalRestored: { type: "JournalRestored", data: { journalId, at: sampleTime(13) } },
  JournalCoverChosen: {
    type: "JournalCoverChosen",
    data: { journalId, cover: "leather", at: sampleTime(13) },
  },
  JournalComposeSettingsChanged: {
    type: "JournalComposeSettingsChanged",
    data: {
      journalId,
      changes: {
        font: "Typewriter",
        fontSize: 14,
        fontColour: "sepia",
        dateMethod: "modified",
        padThemeId: 4,
        pageThemeId: 2,
      },
      at: sampleTime(13),
    },
  },
  JournalClassroomRoleSet: {
    type: "JournalClassroomRoleSet",
    data: { journalId, role: "slave", at: sampleTime(13) },
  },
  JournalLocked: {
    type: "JournalLocked",
    data: {
      journalId,
      lockType: lockTypes.encryption,
      hint: sampleSealed("journal-hint"),
      remember: true,
      auto: true,
      at: sampleTime(15),
    },
  },
  JournalAutoLockChanged: {
    type: "JournalAutoLockChanged",
    data: { journalId, auto: false, at: sampleTime(16) },
  },
  JournalLockRemoved: {
    type: "JournalLockRemoved",
    data: { journalId, by: "owner", at: sampleTime(17) },
  },
  JournalLookingGlassSwitched: {
    type: "JournalLookingGlassSwitched",
    data: { journalId, on: false, at: sampleTime(18) },
  },
  ReminderAdded: {
    type: "ReminderAdded",
    data: {
      journalId,
      reminderId: sampleIds.reminder,
      accountId: sampleIds.account,
      rule: {
        frequency: "weekly",
        time: "specific",
        hour: 20,
        minute: 15,
        weekday: 1,
        day: null,
        startDate: "2026-11-20",
      },
      at: sampleTime(18),
    },
  },
  ReminderRemoved: {
    type: "ReminderRemoved",
    data: { journalId, reminderId: sampleIds.reminder, by: "link", at: sampleTime(19) },
  },
  JournalHidden: { type: "JournalHidden", data: { journalId, at: sampleTime(20) } },
  JournalShown: { type: "JournalShown", data: { journalId, at: sampleTime(21) } },
  JournalErased: { type: "JournalErased", data: { journalId, at: sampleTime(14) } },
};
