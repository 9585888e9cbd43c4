import { journalSamples } from "@daybook/domain/journal/samples";
import type { DomainEvent } from "@daybook/domain/events";
import { sampleIds, sampleSealed, sampleTime } from "@daybook/domain/kernel/sample-values";
import { initialComposeSettings } from "@daybook/domain/journal/appearance";
import { expect, test } from "vitest";
import { createMemoryTables, logOf } from "../testing/memory-tables.ts";
import { journalList } from "./projection.ts";

const { JournalCreated, JournalRenamed, JournalTrashed, JournalRestored } = journalSamples;
const { JournalCoverChosen, JournalComposeSettingsChanged, JournalClassroomRoleSet, JournalErased } =
  journalSamples;

const createdRow = {
  id: sampleIds.journal,
  userId: sampleIds.account,
  name: sampleSealed("name"),
  status: "active",
  createdAt: sampleTime(10),
  trashedAt: null,
  cover: null,
  ...initialComposeSettings,
  classroom: "none",
  lookingGlass: true,
};

const project = (...events: readonly DomainEvent[]) => {
  const tables = createMemoryTables(journalList);
  tables.apply(...logOf(...events));
  return tables.rows()["journals"];
};

test("a created journal has a row", () => {
  expect(project(JournalCreated)).toEqual([createdRow]);
});

test("a renamed journal has the new name", () => {
  expect(project(JournalCreated, JournalRenamed)).toEqual([
    { ...createdRow, name: sampleSealed("new-name") },
  ]);
});

test("a trashed journal has the time of trashing, and a restored one is as before", () => {
  expect(project(JournalCreated, JournalTrashed)).toEqual([
    { ...createdRow, status: "trashed", trashedAt: sampleTime(12) },
  ]);
  expect(project(JournalCreated, JournalTrashed, JournalRestored)).toEqual([createdRow]);
});

test("a hidden journal keeps its cover, and is active again when it is shown", () => {
  const { JournalHidden, JournalShown } = journalSamples;
  const { cover } = JournalCoverChosen.data;
  const events = [JournalCreated, JournalCoverChosen, JournalHidden];
  expect(project(...events)).toEqual([{ ...createdRow, cover, status: "hidden" }]);
  expect(project(...events, JournalShown)).toEqual([{ ...createdRow, cover }]);
});

test("a journal's row has the chosen cover and settings, and the journal's role in a class", () => {
  const { changes } = JournalComposeSettingsChanged.data;
  const changeEvents = [JournalCoverChosen, JournalComposeSettingsChanged, JournalClassroomRoleSet];
  expect(project(JournalCreated, ...changeEvents)).toEqual([
    { ...createdRow, ...changes, cover: "leather", classroom: "slave" },
  ]);
  const fewerSettings = {
    ...JournalComposeSettingsChanged,
    data: { ...JournalComposeSettingsChanged.data, changes: { font: "Georgia", fontColour: null } },
  } as const;
  expect(project(JournalCreated, ...changeEvents, fewerSettings)).toEqual([
    { ...createdRow, ...changes, font: "Georgia", fontColour: null, cover: "leather", classroom: "slave" },
  ]);
});

test("an erased journal has no row", () => {
  expect(project(JournalCreated, JournalTrashed, JournalErased)).toEqual([]);
});

test("a lock changes nothing, because locks are read from the vault", () => {
  const { JournalLocked, JournalAutoLockChanged, JournalLockRemoved } = journalSamples;
  expect(project(JournalCreated, JournalLocked, JournalAutoLockChanged, JournalLockRemoved)).toEqual([
    createdRow,
  ]);
});

test("Looking Glass is on for a new journal, until it is switched off", () => {
  const { JournalLookingGlassSwitched } = journalSamples;
  expect(project(JournalCreated, JournalLookingGlassSwitched)).toEqual([
    { ...createdRow, lookingGlass: false },
  ]);
});

test("an event that changes a missing journal is an error that names the event and its stream", () => {
  expect(() => project(JournalRenamed)).toThrow("journal-list cannot apply JournalRenamed of journal-301");
});
