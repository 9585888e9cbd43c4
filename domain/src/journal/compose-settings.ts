import { z } from "zod";
import { dateMethods, fonts, fontSizes, inks } from "../contract/appearance-values.ts";
import { Id } from "../kernel/ids.ts";

/** The compose settings of a journal, as they are in events: the font, date display and themes with which its entries are written. */
export const composeSettings = z.object({
  font: z.enum(fonts),
  fontSize: z.literal(fontSizes),
  fontColour: z.enum(inks).nullable(),
  dateMethod: z.enum(dateMethods),
  padThemeId: Id,
  pageThemeId: Id,
});
