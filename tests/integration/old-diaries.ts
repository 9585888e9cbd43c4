import type { World } from "./look-back-world.ts";

/** Accounts in UTC with a journal of three old entries each. */
export function oldDiaries(count: number): World {
  const world: World = { accounts: new Map(), journals: new Map(), entries: new Map() };
  for (let userId = 1; userId <= count; userId++) {
    world.accounts.set(userId, { timezone: "UTC", lookingGlass: true });
    world.journals.set(userId, { userId, status: "active", lookingGlass: true, locked: false });
    for (let n = 0; n < 3; n++) {
      const localDate = `20${15 + n}-06-06`;
      const flags = { status: "active" as const, excluded: false, locked: false };
      world.entries.set(userId * 10 + n, { userId, journalId: userId, localDate, ...flags });
    }
  }
  return world;
}
