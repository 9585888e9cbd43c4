import {
  type CoverName,
  type DateMethod,
  type FontName,
  type FontSize,
  type InkName,
  isPaidCover,
  plainThemeId,
} from "../contract/appearance-values.ts";

/** A journal's font, date display and themes. */
export type ComposeSettings = {
  readonly font: FontName;
  readonly fontSize: FontSize;
  readonly fontColour: InkName | null;
  readonly dateMethod: DateMethod;
  readonly padThemeId: number;
  readonly pageThemeId: number;
};

/** The compose settings of a new journal (spec section 9). */
export const initialComposeSettings: ComposeSettings = {
  font: "Lora",
  fontSize: 16,
  fontColour: null,
  dateMethod: "created",
  padThemeId: plainThemeId,
  pageThemeId: plainThemeId,
};

/** Settings that a free account cannot change. */
const paidSettings = ["font", "padThemeId", "pageThemeId"] as const;

/** True when the changes need a paid account. A change to the initial value does not need one. */
export function requiresPaidAccount(changes: Partial<ComposeSettings>): boolean {
  return paidSettings.some(
    (name) => changes[name] !== undefined && changes[name] !== initialComposeSettings[name],
  );
}

/** The settings to show. A free account gets the initial values of paid settings; stored ones return with PRO. */
export function effectiveSettings(storedSettings: ComposeSettings, isPaid: boolean): ComposeSettings {
  if (isPaid) return storedSettings;
  const { font, padThemeId, pageThemeId } = initialComposeSettings;
  return { ...storedSettings, font, padThemeId, pageThemeId };
}

/**
 * Drops paid settings from the changes of a free account. The client of a free account shows the initial values of these settings, and
 * may send them back. The initial values must not overwrite the stored values.
 */
export function allowedChangesOf(
  changes: Partial<ComposeSettings>,
  isPaid: boolean,
): Partial<ComposeSettings> {
  if (isPaid) return changes;
  const { font: _font, padThemeId: _pad, pageThemeId: _page, ...freeChanges } = changes;
  return freeChanges;
}

/** The cover to show; `null` means the journal's default colour. */
export function effectiveCover(storedCover: CoverName | null, isPaid: boolean): CoverName | null {
  return storedCover !== null && !isPaid && isPaidCover(storedCover) ? null : storedCover;
}
