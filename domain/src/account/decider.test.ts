import { describe, expect, it } from "vitest";
import { specify } from "../kernel/given-when-then.ts";
import { sampleIds, sampleTime } from "../kernel/sample-values.ts";
import { accountDecider } from "./decider.ts";
import type { SettingsChanges } from "./events.ts";
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
        expect(account.settings.timezone).toBe("Europe/London");
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
    const { at } = JournalReserved.data;
    given(AccountOpened, JournalReserved)
      .when({ type: "ReleaseJournal", data: JournalReleased.data, reservedAt: at })
      .then(JournalReleased);
    given(AccountOpened, JournalReserved)
      .when({ type: "ReleaseJournal", data: JournalReleased.data, reservedAt: sampleTime(0) })
      .thenNothing();
  });
});

describe("settings", () => {
  const at = sampleTime(20);
  const change = (changes: SettingsChanges) => ({ type: "ChangeSettings", data: { changes, at } }) as const;

  it("change, and only what differs is said", () => {
    given(AccountOpened)
      .when(change({ dateFormat: "D MMMM YYYY", timezone: "Europe/London" }))
      .then({ type: "SettingsChanged", data: { changes: { dateFormat: "D MMMM YYYY" }, at } });
    given(AccountOpened, samples.SettingsChanged)
      .when(change(samples.SettingsChanged.data.changes))
      .thenNothing();
  });

  it("offer other looks for paid accounts only, while they are paid", () => {
    given(AccountOpened)
      .when(change({ uiTheme: "meadow" }))
      .thenRejected("pro_required");
    given(AccountOpened)
      .when(change({ uiTheme: "default" }))
      .thenNothing();
    given(AccountOpened, samples.MembershipGranted)
      .when(change({ uiTheme: "meadow" }))
      .then({ type: "SettingsChanged", data: { changes: { uiTheme: "meadow" }, at } });
    given(AccountOpened, samples.MembershipGranted)
      .when({
        type: "ChangeSettings",
        data: { changes: { uiTheme: "meadow" }, at: "2027-11-20T10:00:00.000Z" },
      })
      .thenRejected("pro_required");
  });
});

describe("a paid account", () => {
  const second = { journalId: sampleIds.journal + 1, at: sampleTime(20) };

  it("has as many journals as it likes, until its membership ends", () => {
    given(AccountOpened, samples.MembershipGranted, JournalReserved)
      .when({ type: "ReserveJournal", data: second })
      .then({ type: "JournalReserved", data: second });
    given(AccountOpened, samples.MembershipGranted, JournalReserved)
      .when({ type: "ReserveJournal", data: { ...second, at: "2027-11-21T00:00:00.000Z" } })
      .thenRejected("pro_required");
  });
});

describe("renewal", () => {
  const renew = (autoRenew: boolean) =>
    ({ type: "ChangeAutoRenew", data: { ...samples.AutoRenewChanged.data, autoRenew } }) as const;

  it("is for memberships that end", () => {
    given(AccountOpened).when(renew(true)).thenRejected("invalid");
    const lifetime = {
      ...samples.MembershipGranted,
      data: { ...samples.MembershipGranted.data, expiresAt: null },
    };
    given(AccountOpened, lifetime).when(renew(true)).thenRejected("invalid");
    given(AccountOpened, samples.MembershipGranted).when(renew(true)).then(samples.AutoRenewChanged);
    given(AccountOpened, samples.MembershipGranted).when(renew(false)).thenNothing();
    given(AccountOpened, samples.MembershipGranted, samples.AutoRenewChanged).when(renew(true)).thenNothing();
  });
});

describe("a new address", () => {
  const newer = {
    ...samples.EmailChangeRequested,
    data: { ...samples.EmailChangeRequested.data, linkId: sampleIds.link + 9 },
  };
  const confirm = { type: "ConfirmEmail", data: samples.EmailChanged.data } as const;

  it("counts once the newest link was opened, and once only", () => {
    given(AccountOpened, samples.EmailChangeRequested).when(confirm).then(samples.EmailChanged);
    given(AccountOpened, samples.EmailChangeRequested, newer).when(confirm).thenRejected("not_found");
    given(AccountOpened, samples.EmailChangeRequested, samples.EmailChanged)
      .when(confirm)
      .thenRejected("not_found");
    given(AccountOpened).when(confirm).thenRejected("not_found");
  });
});

describe("what is noted on an open account", () => {
  it("is said each time, or once where it is a state", () => {
    const each = [
      [{ type: "RequestEmailChange", data: samples.EmailChangeRequested.data }, samples.EmailChangeRequested],
      [{ type: "ChangeProfile", data: samples.ProfileChanged.data }, samples.ProfileChanged],
      [{ type: "ChangePassword", data: samples.PasswordChanged.data }, samples.PasswordChanged],
      [
        { type: "RequestPasswordReset", data: samples.PasswordResetRequested.data },
        samples.PasswordResetRequested,
      ],
      [{ type: "RequestLoginLink", data: samples.LoginLinkRequested.data }, samples.LoginLinkRequested],
      [{ type: "RevokeSessions", data: samples.SessionsRevoked.data }, samples.SessionsRevoked],
      [{ type: "OpenLock", data: samples.LockOpened.data }, samples.LockOpened],
      [{ type: "NoteRestore", data: samples.RestoreDone.data }, samples.RestoreDone],
      [{ type: "RequestDeletion", data: samples.DeletionRequested.data }, samples.DeletionRequested],
      [{ type: "GrantMembership", data: samples.MembershipGranted.data }, samples.MembershipGranted],
    ] as const;
    for (const [command, noted] of each) {
      given(AccountOpened).when(command).then(noted);
      given().when(command).thenRejected("not_found");
    }
    given(AccountOpened)
      .when({ type: "SeeOneTimeModal", data: samples.OneTimeModalSeen.data })
      .then(samples.OneTimeModalSeen);
    given(AccountOpened, samples.OneTimeModalSeen)
      .when({ type: "SeeOneTimeModal", data: samples.OneTimeModalSeen.data })
      .thenNothing();
  });
});

describe("the onboarding", () => {
  const { OnboardingMoved } = samples;
  const moved = (step: typeof OnboardingMoved.data.step) => ({
    ...OnboardingMoved,
    data: { ...OnboardingMoved.data, step },
  });
  const move = (step: typeof OnboardingMoved.data.step) =>
    ({ type: "MoveOnboarding", data: moved(step).data }) as const;
  const begin = { ...move("welcome"), begins: true } as const;

  it("begins with the sign-up, once, and not for who was never shown round", () => {
    given(AccountOpened).when(begin).then(OnboardingMoved);
    given(AccountOpened).when(move("welcome")).thenNothing();
    given(AccountOpened).when(move(null)).thenNothing();
    // The same form sent again moves nobody back.
    given(AccountOpened, OnboardingMoved).when(begin).thenNothing();
    given(AccountOpened, OnboardingMoved, moved("welcome/journal")).when(begin).thenNothing();
    given(AccountOpened, OnboardingMoved, moved(null)).when(begin).thenNothing();
  });

  it("goes from step to step, and does not come back when it is over", () => {
    given(AccountOpened, OnboardingMoved).when(move("welcome")).thenNothing();
    given(AccountOpened, OnboardingMoved).when(move("welcome/journal")).then(moved("welcome/journal"));
    given(AccountOpened, OnboardingMoved).when(move(null)).then(moved(null));
    given(AccountOpened, OnboardingMoved, moved(null)).when(move(null)).thenNothing();
    given(AccountOpened, OnboardingMoved, moved(null)).when(move("welcome/mobile")).thenNothing();
  });
});

describe("an erased account", () => {
  const erase = { type: "EraseAccount", data: samples.AccountErased.data } as const;

  it("is erased once, and nothing happens to it any more", () => {
    given(AccountOpened, JournalReserved).when(erase).then(samples.AccountErased);
    given(AccountOpened, samples.AccountErased).when(erase).thenNothing();
    given(AccountOpened, samples.AccountErased)
      .when({ type: "StartSession", data: SessionStarted.data })
      .thenRejected("not_found");
    given(AccountOpened, samples.AccountErased)
      .when({ type: "OpenAccount", data: AccountOpened.data })
      .thenRejected("not_found");
  });
});
