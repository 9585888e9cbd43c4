import { z } from "zod";
import { dateMethods, fonts, fontSizes, inks } from "../contract/appearance-values.ts";
import { Id } from "../kernel/ids.ts";

/** How the entries of a journal are set and dated, and on what they are written, as events carry it. */
export const composeSettings = z.object({
  font: z.enum(fonts),
  fontSize: z.literal(fontSizes),
  fontColour: z.enum(inks).nullable(),
  dateMethod: z.enum(dateMethods),
  padThemeId: Id,
  pageThemeId: Id,
});
