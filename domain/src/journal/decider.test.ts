import { describe, it } from "vitest";
import { specify } from "../kernel/given-when-then.ts";
import { journalDecider } from "./decider.ts";
import { journalSamples as samples } from "./samples.ts";

const given = specify(journalDecider);
const { JournalCreated, JournalRenamed, JournalTrashed, JournalRestored } = samples;

describe("a journal", () => {
  it("is created once; an id that is taken is refused", () => {
    given().when({ type: "CreateJournal", data: JournalCreated.data }).then(JournalCreated);
    given(JournalCreated).when({ type: "CreateJournal", data: JournalCreated.data }).thenRejected("id_taken");
  });

  it("is renamed, and keeps quiet about the name it has", () => {
    given(JournalCreated).when({ type: "RenameJournal", data: JournalRenamed.data }).then(JournalRenamed);
    given(JournalCreated, JournalRenamed)
      .when({ type: "RenameJournal", data: JournalRenamed.data })
      .thenNothing();
  });

  it("goes to the trash once and comes back as it was", () => {
    given(JournalCreated).when({ type: "TrashJournal", data: JournalTrashed.data }).then(JournalTrashed);
    given(JournalCreated, JournalTrashed)
      .when({ type: "TrashJournal", data: JournalTrashed.data })
      .thenNothing();
    given(JournalCreated, JournalTrashed)
      .when({ type: "RestoreJournal", data: JournalRestored.data })
      .then(JournalRestored);
    given(JournalCreated).when({ type: "RestoreJournal", data: JournalRestored.data }).thenNothing();
  });

  it("cannot be renamed in the trash, and can again when it is back", () => {
    given(JournalCreated, JournalTrashed)
      .when({ type: "RenameJournal", data: JournalRenamed.data })
      .thenRejected("journal_trashed");
    given(JournalCreated, JournalTrashed, JournalRestored)
      .when({ type: "RenameJournal", data: JournalRenamed.data })
      .then(JournalRenamed);
  });

  it("that never was cannot be touched", () => {
    given().when({ type: "RenameJournal", data: JournalRenamed.data }).thenRejected("not_found");
    given().when({ type: "TrashJournal", data: JournalTrashed.data }).thenRejected("not_found");
    given().when({ type: "RestoreJournal", data: JournalRestored.data }).thenRejected("not_found");
  });
});
