import type { World } from "./look-back-world.ts";

/**
 * Accounts in UTC, each with one journal. Its entries have consecutive dates from 1 January 2015 on; after 3,000 days the dates
 * begin again. The user ids start at 1.
 */
export function oldDiaries(count: number, entriesEach = 3): World {
  const world: World = { accounts: new Map(), journals: new Map(), entries: new Map() };
  const firstDay = Date.UTC(2015, 0, 1);
  for (let userId = 1; userId <= count; userId++) {
    world.accounts.set(userId, { timezone: "UTC", lookingGlass: true });
    world.journals.set(userId, { userId, status: "active", lookingGlass: true, locked: false });
    for (let n = 0; n < entriesEach; n++) {
      const localDate = new Date(firstDay + (n % 3_000) * 86_400_000).toISOString().slice(0, 10);
      const flags = { status: "active" as const, excluded: false, locked: false };
      world.entries.set(userId * entriesEach + n, { userId, journalId: userId, localDate, ...flags });
    }
  }
  return world;
}
