import { accountSamples as samples } from "@daybook/domain/account/samples";
import type { DomainEvent } from "@daybook/domain/events";
import { idFromMoment } from "@daybook/domain/kernel/ids";
import { sampleIds, sampleSealed, sampleTime } from "@daybook/domain/kernel/sample-values";
import { expect, test } from "vitest";
import { createMemoryTables, logOf } from "../testing/memory-tables.ts";
import { account } from "./projection.ts";

const { AccountOpened } = samples;

const newAccount = {
  id: sampleIds.account,
  email: sampleSealed("email"),
  pendingEmail: null,
  firstName: sampleSealed("first_name"),
  lastName: sampleSealed("last_name"),
  createdAt: sampleTime(0),
  dateFormat: "ddd. M/D/YYYY",
  timezone: "Europe/London",
  journalOrder: "created",
  customOrder: "",
  receiveShares: true,
  receiveMarketingEmails: false,
  showPodcast: true,
  lookingGlass: true,
  autoLogout: 0,
  uiTheme: "default",
  onboardingStep: null,
  membershipLevel: null,
  packageName: null,
  subscriptionLength: null,
  membershipExpiresAt: null,
  autoRenew: false,
};
const activity = (event: DomainEvent & { data: { at: string } }, kind: string) => ({
  userId: sampleIds.account,
  id: idFromMoment(Date.parse(event.data.at), 1),
  at: event.data.at,
  kind,
  sessionId: null,
  ip: sampleSealed("ip"),
  userAgent: sampleSealed("user_agent"),
});

const project = (...events: readonly DomainEvent[]) => {
  const tables = createMemoryTables(account);
  tables.apply(...logOf(AccountOpened, ...events));
  return tables.rows();
};

test("a new account has its sealed personal data and the initial settings", () => {
  expect(project()).toEqual({ accounts: [newAccount], accountActivities: [] });
});

test("a log-in adds an activity with its IP address and browser", () => {
  expect(project(samples.SessionStarted)).toEqual({
    accounts: [newAccount],
    accountActivities: [{ ...activity(samples.SessionStarted, "login"), sessionId: sampleIds.session }],
  });
});

test.each([
  [samples.SessionEnded, { ...activity(samples.SessionEnded, "logout"), ip: null, userAgent: null }],
  [samples.SessionsRevoked, activity(samples.SessionsRevoked, "sessions_ended")],
  [samples.PasswordResetRequested, activity(samples.PasswordResetRequested, "password_reset_requested")],
  [samples.LoginLinkRequested, activity(samples.LoginLinkRequested, "login_link_requested")],
  [samples.PasswordChanged, activity(samples.PasswordChanged, "password_changed")],
  [samples.DeletionRequested, activity(samples.DeletionRequested, "delete_requested")],
  [samples.LockOpened, activity(samples.LockOpened, "unlock")],
  [samples.RestoreDone, activity(samples.RestoreDone, "restore")],
  [samples.LockRemoved, activity(samples.LockRemoved, "lock_removed")],
  [samples.PublicLinkChanged, activity(samples.PublicLinkChanged, "publish")],
])("$type adds an activity and changes nothing else", (event, row) => {
  expect(project(event)).toEqual({ accounts: [newAccount], accountActivities: [row] });
});

test("revoking a session and resetting a password add one activity each, and none for the sessions that a reset ends", () => {
  const { SessionEnded, PasswordChanged, SessionsRevoked } = samples;
  const kinds = project(
    { ...SessionEnded, data: { ...SessionEnded.data, reason: "revoked" } },
    { ...PasswordChanged, data: { ...PasswordChanged.data, by: "reset" } },
    { ...SessionsRevoked, data: { ...SessionsRevoked.data, reason: "password_reset" } },
  ).accountActivities?.map(({ kind }) => kind);
  expect(kinds).toEqual(["sessions_ended", "password_reset"]);
});

test("names and addresses change; a new address is pending until it is confirmed", () => {
  expect(project(samples.ProfileChanged).accounts).toEqual([
    { ...newAccount, firstName: sampleSealed("new_first_name"), lastName: sampleSealed("new_last_name") },
  ]);
  expect(project(samples.EmailChangeRequested).accounts).toEqual([
    { ...newAccount, pendingEmail: sampleSealed("new_email") },
  ]);
  expect(project(samples.EmailChangeRequested, samples.EmailChanged).accounts).toEqual([
    { ...newAccount, email: sampleSealed("new_email") },
  ]);
  // A new password cancels a pending change of the address.
  expect(project(samples.EmailChangeRequested, samples.PasswordChanged).accounts).toEqual([newAccount]);
});

test("the account's row has its changed settings, its onboarding step and its membership", () => {
  const { SettingsChanged, OnboardingMoved, MembershipGranted, AutoRenewChanged } = samples;
  expect(project(SettingsChanged, OnboardingMoved, MembershipGranted, AutoRenewChanged).accounts).toEqual([
    {
      ...newAccount,
      dateFormat: "D MMMM YYYY",
      journalOrder: "custom",
      customOrder: String(sampleIds.journal),
      onboardingStep: "welcome",
      membershipLevel: "pro",
      packageName: "standard",
      subscriptionLength: 1,
      membershipExpiresAt: "2027-11-20T10:00:00.000Z",
      autoRenew: true,
    },
  ]);
});

test("ignored events, such as a refreshed session, change nothing", () => {
  const { JournalReserved, JournalReleased, SessionRefreshed, OneTimeModalSeen } = samples;
  expect(project(JournalReserved, JournalReleased, SessionRefreshed, OneTimeModalSeen)).toEqual(project());
});

test("an erased account has no rows", () => {
  expect(project(samples.SessionStarted, samples.PasswordChanged, samples.AccountErased)).toEqual({
    accounts: [],
    accountActivities: [],
  });
});

test("an account whose membership has ended has the same row as a new account", () => {
  expect(project(samples.MembershipGranted, samples.MembershipEnded).accounts).toEqual([newAccount]);
});
