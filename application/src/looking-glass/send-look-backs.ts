import {
  earliestLookBackTime,
  isTooSoon,
  type LookBackTime,
  maxLookBackDelayMs,
  nextLookBackTime,
  spreadFirstDate,
} from "@daybook/domain/looking-glass/look-back-times";
import { uuid5 } from "@daybook/platform/event-store/uuid5";
import type { DueLookBack, LookBackDecision } from "@daybook/platform/looking-glass/look-backs";
import { retryOnDeadlock } from "@daybook/platform/postgres/pool";
import { type AccountToPlan, accountsToPlan } from "@daybook/read-models/queries/look-backs";
import { loadAccount } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import { chooseEntry } from "./choose-entry.ts";

const namespace = "0d3a9a0e-6a55-4d25-9a0f-7c2f3f1b8e21";
const planPageSize = 500;

/** Plans the next look-back of each of these accounts, or removes it when the account has turned Looking Glass off. */
async function planPage(app: Application, accounts: readonly AccountToPlan[]): Promise<void> {
  const now = app.clock.now();
  const accountsTurnedOff = accounts.filter(({ lookingGlass }) => !lookingGlass);
  if (accountsTurnedOff.length > 0) await app.lookBacks.unplan(accountsTurnedOff.map(({ userId }) => userId));
  const accountsTurnedOn = accounts.filter(({ lookingGlass }) => lookingGlass);
  if (accountsTurnedOn.length === 0) return;
  const lastMails = await app.lookBacks.findLastMailTimes(accountsTurnedOn.map(({ userId }) => userId));
  const plannedLookBacks = accountsTurnedOn.map(({ userId, timezone, plannedDate }) => {
    const earliestDate = plannedDate ?? spreadFirstDate(timezone, now, userId);
    const time = earliestLookBackTime(timezone, now, earliestDate, lastMails.get(userId) ?? null);
    return { userId, timezone, ...time };
  });
  await retryOnDeadlock(() => app.lookBacks.plan(plannedLookBacks));
}

/** Updates the planned look-backs of new accounts, and of accounts that changed their time zone or turned Looking Glass on or off. */
async function planLookBacks(app: Application, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const accounts = await accountsToPlan(app.pool, planPageSize);
    await planPage(app, accounts);
    if (accounts.length < planPageSize) return;
  }
}

/** Decides about a due look-back by the account's current settings, which the read models may not have yet. */
async function decide(app: Application, due: DueLookBack): Promise<LookBackDecision> {
  const { userId, localDate, lastMailAt } = due;
  const { status, settings } = await loadAccount(app, userId);
  if (status !== "open" || !settings.lookingGlass) return { outcome: "off" };
  const now = app.clock.now();
  const { timezone } = settings;
  const moveTo = (nextTime: LookBackTime): LookBackDecision => ({
    outcome: "moved",
    timezone,
    next: nextTime,
  });
  if (timezone !== due.timezone) return moveTo(earliestLookBackTime(timezone, now, localDate, lastMailAt));
  if (isTooSoon(due.at, lastMailAt)) return moveTo(earliestLookBackTime(timezone, now, null, lastMailAt));
  const nextTime = nextLookBackTime(timezone, localDate, now);
  if (now - due.at > maxLookBackDelayMs) return { outcome: "too_late", next: nextTime };
  const choice = await chooseEntry(app, userId, localDate);
  if (!choice) return { outcome: "nothing_to_show", next: nextTime };
  const { entryId, round } = choice;
  const name = `look-back ${userId} ${localDate}`;
  return {
    outcome: "mailed",
    shownEntry: { entryId, round },
    mail: {
      id: app.newId(),
      userId,
      template: "look_back",
      params: { entryId, localDate, dueAt: due.at, isFirst: lastMailAt === null },
      recipient: null,
      entryId,
      dedupeKey: name,
      cause: { commandId: uuid5(namespace, name) },
    },
    next: nextTime,
  };
}

/** Plans look-backs, and puts a mail into the outbox for each that is due and has something to show. */
export async function sendLookBacks(app: Application, signal: AbortSignal): Promise<void> {
  await planLookBacks(app, signal);
  while (!signal.aborted) {
    const result = await app.lookBacks.takeDue((due) => decide(app, due));
    if (result.kind === "none") return;
    if (result.kind === "failed")
      app.logger.warn({ err: result.error }, "a look-back failed and is tried again");
  }
}
