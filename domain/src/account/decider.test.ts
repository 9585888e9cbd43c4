import { describe, expect, it } from "vitest";
import { specify } from "../kernel/given-when-then.ts";
import { sampleIds, sampleTime } from "../kernel/sample-values.ts";
import { accountDecider } from "./decider.ts";
import type { SettingsChanges } from "./events.ts";
import { accountSamples as samples } from "./samples.ts";

const given = specify(accountDecider);
const { AccountOpened, JournalReserved, JournalReleased, SessionStarted, SessionRefreshed, SessionEnded } =
  samples;

describe("accounts", () => {
  it("an account is opened once; a repeat changes nothing", () => {
    given().when({ type: "OpenAccount", data: AccountOpened.data }).then(AccountOpened);
    given(AccountOpened).when({ type: "OpenAccount", data: AccountOpened.data }).thenNothing();
  });

  it("an account starts, refreshes and ends sessions", () => {
    given(AccountOpened).when({ type: "StartSession", data: SessionStarted.data }).then(SessionStarted);
    given(AccountOpened).when({ type: "RefreshSession", data: SessionRefreshed.data }).then(SessionRefreshed);
    given(AccountOpened, SessionStarted)
      .when({ type: "EndSession", data: SessionEnded.data })
      .then(SessionEnded);
  });

  it("an account has no sessions and no journals before it is opened", () => {
    given().when({ type: "StartSession", data: SessionStarted.data }).thenRejected("not_found");
    given().when({ type: "ReserveJournal", data: JournalReserved.data }).thenRejected("not_found");
  });

  it("an account stores the time zone of the sign-up", () => {
    given()
      .when({ type: "OpenAccount", data: AccountOpened.data })
      .thenState((account) => {
        expect(account.settings.timezone).toBe("Europe/London");
      });
  });
});

describe("free accounts", () => {
  const secondJournal = { journalId: sampleIds.journal + 1, at: sampleTime(9) };

  it("a free account has at most one journal", () => {
    given(AccountOpened).when({ type: "ReserveJournal", data: JournalReserved.data }).then(JournalReserved);
    given(AccountOpened, JournalReserved)
      .when({ type: "ReserveJournal", data: secondJournal })
      .thenRejected("pro_required");
  });

  it("a free account may reserve the same journal again, without effect", () => {
    given(AccountOpened, JournalReserved)
      .when({ type: "ReserveJournal", data: JournalReserved.data })
      .thenNothing();
  });

  it("a free account may have another journal after the first is released", () => {
    given(AccountOpened, JournalReserved)
      .when({ type: "ReleaseJournal", data: JournalReleased.data })
      .then(JournalReleased);
    given(AccountOpened, JournalReserved, JournalReleased)
      .when({ type: "ReserveJournal", data: secondJournal })
      .then({ type: "JournalReserved", data: secondJournal });
  });

  it("a free account releases only a journal that it has reserved, and only the reservation of the given time", () => {
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

  it("settings are recorded only where they differ from the current settings", () => {
    given(AccountOpened)
      .when(change({ dateFormat: "D MMMM YYYY", timezone: "Europe/London" }))
      .then({ type: "SettingsChanged", data: { changes: { dateFormat: "D MMMM YYYY" }, at } });
    given(AccountOpened, samples.SettingsChanged)
      .when(change(samples.SettingsChanged.data.changes))
      .thenNothing();
  });

  it("an account may choose a theme other than the default only while it is paid", () => {
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

describe("new e-mail addresses", () => {
  const newerRequest = {
    ...samples.EmailChangeRequested,
    data: { ...samples.EmailChangeRequested.data, linkId: sampleIds.link + 9 },
  };
  const confirm = { type: "ConfirmEmail", data: samples.EmailChanged.data } as const;

  it("a new e-mail address applies when the newest link is opened; an older or used link is refused", () => {
    given(AccountOpened, samples.EmailChangeRequested).when(confirm).then(samples.EmailChanged);
    given(AccountOpened, samples.EmailChangeRequested, newerRequest).when(confirm).thenRejected("not_found");
    given(AccountOpened, samples.EmailChangeRequested, samples.EmailChanged)
      .when(confirm)
      .thenRejected("not_found");
    given(AccountOpened).when(confirm).thenRejected("not_found");
  });
});

describe("commands that an open account always accepts", () => {
  it("a command that an open account always accepts adds its event each time, and is refused before the opening", () => {
    const commandsAndEvents = [
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
      [{ type: "NoteLockRemoval", data: samples.LockRemoved.data }, samples.LockRemoved],
      [{ type: "NotePublicLink", data: samples.PublicLinkChanged.data }, samples.PublicLinkChanged],
      [{ type: "RequestDeletion", data: samples.DeletionRequested.data }, samples.DeletionRequested],
      [{ type: "GrantMembership", data: samples.MembershipGranted.data }, samples.MembershipGranted],
    ] as const;
    for (const [command, recordedEvent] of commandsAndEvents) {
      given(AccountOpened).when(command).then(recordedEvent);
      given(AccountOpened, recordedEvent).when(command).then(recordedEvent);
      given().when(command).thenRejected("not_found");
    }
  });
});

describe("one-time modals", () => {
  it("a one-time modal is marked as seen only once", () => {
    given(AccountOpened)
      .when({ type: "MarkOneTimeModalSeen", data: samples.OneTimeModalSeen.data })
      .then(samples.OneTimeModalSeen);
    given(AccountOpened, samples.OneTimeModalSeen)
      .when({ type: "MarkOneTimeModalSeen", data: samples.OneTimeModalSeen.data })
      .thenNothing();
  });

  it("a one-time modal is marked as seen again in a promotion that began later", () => {
    const { data } = samples.OneTimeModalSeen;
    const later = { ...data, at: sampleTime(50) };
    const markSeenAgain = (since: string) =>
      given(AccountOpened, samples.OneTimeModalSeen).when({
        type: "MarkOneTimeModalSeen",
        data: later,
        since,
      });
    markSeenAgain(sampleTime(40)).then({ type: "OneTimeModalSeen", data: later });
    markSeenAgain(data.at).thenNothing();
  });
});

describe("onboarding", () => {
  const { OnboardingMoved } = samples;
  const movedTo = (step: typeof OnboardingMoved.data.step) => ({
    ...OnboardingMoved,
    data: { ...OnboardingMoved.data, step },
  });
  const moveTo = (step: typeof OnboardingMoved.data.step) =>
    ({ type: "MoveOnboarding", data: movedTo(step).data }) as const;
  const beginOnboarding = { ...moveTo("welcome"), isFirstStep: true } as const;

  it("the onboarding starts once, at sign-up; a step before the start is ignored", () => {
    given(AccountOpened).when(beginOnboarding).then(OnboardingMoved);
    given(AccountOpened).when(moveTo("welcome")).thenNothing();
    given(AccountOpened).when(moveTo(null)).thenNothing();
    // A repeated sign-up request does not move the person back.
    given(AccountOpened, OnboardingMoved).when(beginOnboarding).thenNothing();
    given(AccountOpened, OnboardingMoved, movedTo("welcome/journal")).when(beginOnboarding).thenNothing();
    given(AccountOpened, OnboardingMoved, movedTo(null)).when(beginOnboarding).thenNothing();
  });

  it("the onboarding moves from step to step, and does not start again after its end", () => {
    given(AccountOpened, OnboardingMoved).when(moveTo("welcome")).thenNothing();
    given(AccountOpened, OnboardingMoved).when(moveTo("welcome/journal")).then(movedTo("welcome/journal"));
    given(AccountOpened, OnboardingMoved).when(moveTo(null)).then(movedTo(null));
    given(AccountOpened, OnboardingMoved, movedTo(null)).when(moveTo(null)).thenNothing();
    given(AccountOpened, OnboardingMoved, movedTo(null)).when(moveTo("welcome/mobile")).thenNothing();
  });
});

describe("erasing an account", () => {
  const erase = { type: "EraseAccount", data: samples.AccountErased.data } as const;

  it("an account is erased once, and accepts no commands afterwards", () => {
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
