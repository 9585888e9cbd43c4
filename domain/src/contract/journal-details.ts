import { z } from "zod";
import { Id } from "../kernel/ids.ts";
import { covers, dateMethods, fonts, fontSizes, inks } from "./appearance-values.ts";
import { endpoint } from "./endpoint.ts";
import { ListedEntry } from "./entries.ts";
import { Journal } from "./journals.ts";
import { IdText, JournalRef, LocalDate, PadThemeId, PageThemeId, QueryFlag } from "./values.ts";

const journalErrors = ["not_found", "invalid_id"] as const;
const settingErrors = [...journalErrors, "pro_required", "forbidden", "journal_trashed"] as const;

/** A theme of a page or of a pad. */
export const Theme = z.object({ id: Id, name: z.string() });

const cover = {
  name: z.enum(covers, { error: "This is not one of the covers." }),
  // Third-party clients send the URL of a picture. The server ignores the URL, because every cover has a fixed picture.
  normal_url: z.string().max(2_000).nullish(),
};
const coverReplies = { 200: z.object({ journal_cover: Journal.shape.cover }) };

/** The id of a theme in a path. Some clients send 0 for the first theme, which has the id 1. */
const ThemeIdText = z.union([z.literal("0").transform(() => 0), IdText]);
const ThemeRef = JournalRef.extend({ themeId: ThemeIdText });
/** Some clients send `public`. The server ignores the flag. */
const listQuery = z.object({ public: QueryFlag.optional() });

const Year = z
  .string()
  .regex(/^\d{1,4}$/, "This is not a year.")
  .transform(Number)
  .pipe(z.number().min(1, "This is not a year."));

/**
 * The calls for a journal's cover, themes, compose settings, word count and calendar. Also the calls for the entries of this day in
 * earlier years, and for writing prompts.
 */
export const journalDetails = {
  createCover: endpoint({
    access: "session",
    params: JournalRef,
    body: z.object(cover),
    replies: coverReplies,
    errors: settingErrors,
  }),
  updateCover: endpoint({
    access: "session",
    params: JournalRef.extend({ coverId: IdText }),
    body: z.object(cover),
    replies: coverReplies,
    errors: settingErrors,
  }),
  listPageThemes: endpoint({
    access: "session",
    params: JournalRef,
    query: listQuery,
    replies: { 200: z.object({ page_themes: z.array(z.object({ page_theme: Theme })) }) },
    errors: journalErrors,
  }),
  getPageTheme: endpoint({
    access: "session",
    params: ThemeRef,
    replies: { 200: z.object({ page_theme: Theme }) },
    errors: journalErrors,
  }),
  listPadThemes: endpoint({
    access: "session",
    params: JournalRef,
    query: listQuery,
    replies: { 200: z.object({ pad_themes: z.array(z.object({ pad_theme: Theme })) }) },
    errors: journalErrors,
  }),
  getPadTheme: endpoint({
    access: "session",
    params: ThemeRef,
    replies: { 200: z.object({ pad_theme: Theme }) },
    errors: journalErrors,
  }),
  updateComposeSetting: endpoint({
    access: "session",
    params: JournalRef.extend({ settingId: IdText }),
    body: z.object({
      font: z.enum(fonts, { error: "This is not one of the fonts." }).optional(),
      font_size: z.literal(fontSizes, { error: "This is not one of the sizes." }).optional(),
      font_colour: z.enum(inks, { error: "This is not one of the inks." }).nullable().optional(),
      display_date_method: z.enum(dateMethods, { error: "This is not one of the date options." }).optional(),
      default_pad_theme_id: PadThemeId.optional(),
      default_page_theme_id: PageThemeId.optional(),
    }),
    replies: { 200: z.object({ compose_setting: Journal.shape.compose_setting }) },
    errors: settingErrors,
  }),
  getWordCount: endpoint({
    access: "session",
    params: JournalRef,
    replies: { 200: z.object({ word_count: z.number(), entry_count: z.number() }) },
    errors: journalErrors,
  }),
  getCalendar: endpoint({
    access: "session",
    params: JournalRef,
    /** by default the current year in the reader's time zone */
    query: z.object({ year: Year.optional() }),
    replies: { 200: z.object({ days: z.record(LocalDate, z.number()) }) },
    errors: journalErrors,
  }),
  onThisDay: endpoint({
    access: "session",
    replies: {
      200: z.object({
        entries: z.array(z.object({ entry: ListedEntry })),
        /** the entry that Looking Glass shows today, when there are no entries of this day in earlier years */
        look_back: z.object({ entry: ListedEntry }).nullable(),
      }),
    },
  }),
  getRandomPrompt: endpoint({
    access: "session",
    replies: { 200: z.object({ prompt: z.object({ id: Id, text: z.string() }) }) },
  }),
};
