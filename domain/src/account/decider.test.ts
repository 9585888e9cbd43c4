import { describe, it } from "vitest";
import { specify } from "../kernel/given-when-then.ts";
import { sampleIds, sampleTime } from "../kernel/sample-values.ts";
import { accountDecider } from "./decider.ts";
import { accountSamples as samples } from "./samples.ts";

const given = specify(accountDecider);
const { AccountOpened, JournalReserved, JournalReleased, SessionStarted, SessionRefreshed, SessionEnded } =
  samples;

describe("an account", () => {
  it("opens once; a repeat changes nothing", () => {
    given().when({ type: "OpenAccount", data: AccountOpened.data }).then(AccountOpened);
    given(AccountOpened).when({ type: "OpenAccount", data: AccountOpened.data }).thenNothing();
  });

  it("starts, refreshes and ends sessions", () => {
    given(AccountOpened).when({ type: "StartSession", data: SessionStarted.data }).then(SessionStarted);
    given(AccountOpened).when({ type: "RefreshSession", data: SessionRefreshed.data }).then(SessionRefreshed);
    given(AccountOpened, SessionStarted)
      .when({ type: "EndSession", data: SessionEnded.data })
      .then(SessionEnded);
  });

  it("that was never opened has no sessions and no journals", () => {
    given().when({ type: "StartSession", data: SessionStarted.data }).thenRejected("not_found");
    given().when({ type: "ReserveJournal", data: JournalReserved.data }).thenRejected("not_found");
  });

  it("keeps its time zone", () => {
    given()
      .when({ type: "OpenAccount", data: AccountOpened.data })
      .thenState((account) => {
        if (account.timezone !== "Europe/London") throw new Error(account.timezone);
      });
  });
});

describe("a free account", () => {
  const second = { journalId: sampleIds.journal + 1, at: sampleTime(9) };

  it("has one journal", () => {
    given(AccountOpened).when({ type: "ReserveJournal", data: JournalReserved.data }).then(JournalReserved);
    given(AccountOpened, JournalReserved)
      .when({ type: "ReserveJournal", data: second })
      .thenRejected("pro_required");
  });

  it("may reserve the same journal twice without effect", () => {
    given(AccountOpened, JournalReserved)
      .when({ type: "ReserveJournal", data: JournalReserved.data })
      .thenNothing();
  });

  it("may have another once the first is released", () => {
    given(AccountOpened, JournalReserved)
      .when({ type: "ReleaseJournal", data: JournalReleased.data })
      .then(JournalReleased);
    given(AccountOpened, JournalReserved, JournalReleased)
      .when({ type: "ReserveJournal", data: second })
      .then({ type: "JournalReserved", data: second });
  });

  it("releases only what it holds", () => {
    given(AccountOpened).when({ type: "ReleaseJournal", data: JournalReleased.data }).thenNothing();
  });
});
