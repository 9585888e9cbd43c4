import {
  type CoverName,
  type DateMethod,
  type FontName,
  type FontSize,
  type InkName,
  isPaidCover,
  plainTheme,
} from "../contract/appearance-values.ts";

/** How the entries of a journal are set and dated, and on what they are written. */
export type ComposeSettings = {
  readonly font: FontName;
  readonly fontSize: FontSize;
  readonly fontColour: InkName | null;
  readonly dateMethod: DateMethod;
  readonly padThemeId: number;
  readonly pageThemeId: number;
};

/** What they are until somebody changes them (spec section 9). */
export const initialComposeSettings: ComposeSettings = {
  font: "Lora",
  fontSize: 16,
  fontColour: null,
  dateMethod: "created",
  padThemeId: plainTheme,
  pageThemeId: plainTheme,
};

/** The settings of which a free account has the first value only. */
const paidSettings = ["font", "padThemeId", "pageThemeId"] as const;

/** True for changes that only a paid account may make. */
export function needsPaid(changes: Partial<ComposeSettings>): boolean {
  return paidSettings.some(
    (name) => changes[name] !== undefined && changes[name] !== initialComposeSettings[name],
  );
}

/**
 * The settings as they apply: those that a free account cannot have stay stored and come back with PRO.
 */
export function appliedSettings(stored: ComposeSettings, isPaid: boolean): ComposeSettings {
  if (isPaid) return stored;
  const { font, padThemeId, pageThemeId } = initialComposeSettings;
  return { ...stored, font, padThemeId, pageThemeId };
}

/**
 * The changes that a person means. A free account is shown first values in place of what it has stored; when a client sends
 * them back beside a real change, they do not overwrite what waits for PRO.
 */
export function meantChanges(changes: Partial<ComposeSettings>, isPaid: boolean): Partial<ComposeSettings> {
  if (isPaid) return changes;
  const { font: _font, padThemeId: _pad, pageThemeId: _page, ...meant } = changes;
  return meant;
}

/** The cover that applies, or `null` where the journal is shown in the colour that every journal has. */
export function appliedCover(stored: CoverName | null, isPaid: boolean): CoverName | null {
  return stored !== null && !isPaid && isPaidCover(stored) ? null : stored;
}
