import { accountSamples } from "@daybook/domain/account/samples";
import type { DomainEvent } from "@daybook/domain/events";
import { sampleIds, sampleSealed, sampleTime } from "@daybook/domain/kernel/sample-values";
import { expect, test } from "vitest";
import { createMemoryTables, logOf } from "../testing/memory-tables.ts";
import { account } from "./projection.ts";

const { AccountOpened, SessionStarted, SessionRefreshed, SessionEnded } = accountSamples;

const opened = {
  id: sampleIds.account,
  email: sampleSealed("email"),
  firstName: sampleSealed("first_name"),
  lastName: sampleSealed("last_name"),
  timezone: "Europe/London",
  receiveMarketingEmails: false,
  createdAt: sampleTime(0),
};
const session = {
  sessionId: sampleIds.session,
  userId: sampleIds.account,
  startedAt: sampleTime(1),
  endedAt: null,
  endedBy: null,
  ip: sampleSealed("ip"),
  userAgent: sampleSealed("user_agent"),
};

const project = (...events: readonly DomainEvent[]) => {
  const tables = createMemoryTables(account);
  tables.apply(...logOf(...events));
  return tables.rows();
};

test("an opened account has its facts, sealed as they came", () => {
  expect(project(AccountOpened)).toEqual({ accounts: [opened], accountSessions: [] });
});

test("a session starts", () => {
  expect(project(AccountOpened, SessionStarted)).toEqual({ accounts: [opened], accountSessions: [session] });
});

test("a refreshed session ends and goes on under a new id, from the same place", () => {
  const { accountSessions } = project(AccountOpened, SessionStarted, SessionRefreshed);
  expect(accountSessions).toEqual([
    { ...session, endedAt: sampleTime(3), endedBy: "refreshed" },
    { ...session, sessionId: sampleIds.session + 1, startedAt: sampleTime(3) },
  ]);
});

test("a session ends, and one that nobody knows is no matter", () => {
  const { accountSessions } = project(AccountOpened, SessionStarted, SessionRefreshed, SessionEnded);
  expect(accountSessions?.map(({ sessionId, endedAt, endedBy }) => [sessionId, endedAt, endedBy])).toEqual([
    [sampleIds.session, sampleTime(3), "refreshed"],
    [sampleIds.session + 1, sampleTime(4), "logout"],
  ]);
  expect(project(AccountOpened, SessionEnded)).toEqual({ accounts: [opened], accountSessions: [] });
});
