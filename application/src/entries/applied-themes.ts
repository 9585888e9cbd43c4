import { accountDecider } from "@daybook/domain/account/decider";
import { tierAt } from "@daybook/domain/account/tier";
import { plainThemeId } from "@daybook/domain/contract/appearance-values";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { Application } from "../application.ts";

type ThemeIds = { readonly padThemeId: number; readonly pageThemeId: number };

const plainThemeIds: ThemeIds = { padThemeId: plainThemeId, pageThemeId: plainThemeId };

const isPlain = ({ padThemeId, pageThemeId }: ThemeIds): boolean =>
  padThemeId === plainThemeId && pageThemeId === plainThemeId;

/** True for an account that may currently choose themes. */
export async function maySetThemes(app: Application, userId: number, at: string): Promise<boolean> {
  const { state } = await app.commands.load(accountDecider, streamOf.account(userId));
  return tierAt(state.membership, at) !== "free";
}

/**
 * Replaces the themes of entries by the plain ones while the account is free. The chosen themes stay stored, and are shown again
 * with the next membership.
 */
export async function withAppliedThemes<T extends ThemeIds>(
  app: Application,
  userId: number,
  at: string,
  entries: readonly T[],
): Promise<readonly T[]> {
  if (entries.every(isPlain) || (await maySetThemes(app, userId, at))) return entries;
  return entries.map((entry) => ({ ...entry, ...plainThemeIds }));
}
