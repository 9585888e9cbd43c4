import { padThemeId, padThemes, pageThemeId, pageThemes } from "@daybook/domain/contract/appearance-values";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { findJournalMetadata } from "../access/journal-access.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";

type PageTheme = (typeof pageThemes)[number];
type PadTheme = (typeof padThemes)[number];
/** A theme, and the journal that may use it. */
type ThemeRef = { readonly journalId: number; readonly themeId: number };

/** Returns `result`, or a refusal when the journal is not the actor's or `result` is undefined. Themes are the same in every journal. */
async function resultIfJournalIsOwned<T>(
  app: Application,
  { actor }: Context,
  journalId: number,
  result: T | undefined,
): Promise<T | Refusal> {
  const journal = await findJournalMetadata(app, actor, journalId);
  if (isRejection(journal)) return journal;
  return result ?? reject("not_found", "There is no such theme.");
}

/** Lists the page themes that a journal may use. */
export const listPageThemes = (
  app: Application,
  context: Context,
  journalId: number,
): Promise<readonly PageTheme[] | Refusal> => resultIfJournalIsOwned(app, context, journalId, pageThemes);

/** Finds a page theme by its id. The id 0 also means the plain theme. */
export const readPageTheme = (
  app: Application,
  context: Context,
  { journalId, themeId }: ThemeRef,
): Promise<PageTheme | Refusal> => {
  const theme = pageThemes.find(({ id }) => id === pageThemeId(themeId));
  return resultIfJournalIsOwned(app, context, journalId, theme);
};

/** Lists the pad themes that a journal may use. */
export const listPadThemes = (
  app: Application,
  context: Context,
  journalId: number,
): Promise<readonly PadTheme[] | Refusal> => resultIfJournalIsOwned(app, context, journalId, padThemes);

/** Finds a pad theme by its id. The ids that mean "no theme" find the plain theme. */
export const readPadTheme = (
  app: Application,
  context: Context,
  { journalId, themeId }: ThemeRef,
): Promise<PadTheme | Refusal> => {
  const theme = padThemes.find(({ id }) => id === padThemeId(themeId));
  return resultIfJournalIsOwned(app, context, journalId, theme);
};
