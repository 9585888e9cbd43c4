import { z } from "zod";
import { dateMethods, fonts, fontSizes, inks } from "../contract/appearance-values.ts";
import { Id } from "../kernel/ids.ts";

/** A journal's font, date display and themes, in events. */
export const composeSettings = z.object({
  font: z.enum(fonts),
  fontSize: z.literal(fontSizes),
  fontColour: z.enum(inks).nullable(),
  dateMethod: z.enum(dateMethods),
  padThemeId: Id,
  pageThemeId: Id,
});
