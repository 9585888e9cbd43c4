import type { Application } from "@daybook/application/application";
import type { Context } from "@daybook/application/context";
import { changeComposeSettings, chooseCover, type LookRef } from "@daybook/application/journals/change-look";
import {
  listPadThemes,
  listPageThemes,
  readPadTheme,
  readPageTheme,
} from "@daybook/application/journals/read-themes";
import type { CoverName } from "@daybook/domain/contract/appearance-values";
import type { ComposeSettings } from "@daybook/domain/journal/appearance";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Call } from "../context.ts";
import type { Mount } from "../http/mount.ts";
import { presentComposeSetting, presentCover } from "../presenters/journal.ts";

function changesOf(body: Call<"updateComposeSetting">["body"]): Partial<ComposeSettings> {
  const changes = {
    font: body.font,
    fontSize: body.font_size,
    fontColour: body.font_colour,
    dateMethod: body.display_date_method,
    padThemeId: body.default_pad_theme_id,
    pageThemeId: body.default_page_theme_id,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** The calls about the look of a journal. A cover and a compose setting have the same id as their journal. */
export function mountJournalLook(mount: Mount, app: Application): void {
  async function choose(context: Context, target: LookRef, cover: CoverName) {
    const look = await chooseCover(app, context, target, cover);
    return isRejection(look) ? look : { status: 200, body: { journal_cover: presentCover(look) } };
  }

  mount("createCover", ({ params: { journalId }, body, ...context }) =>
    choose(context, { journalId, lookId: journalId }, body.name),
  );
  mount("updateCover", ({ params: { journalId, coverId }, body, ...context }) =>
    choose(context, { journalId, lookId: coverId }, body.name),
  );

  mount("updateComposeSetting", async ({ params: { journalId, settingId }, body, ...context }) => {
    const target = { journalId, lookId: settingId };
    const look = await changeComposeSettings(app, context, target, changesOf(body));
    if (isRejection(look)) return look;
    return { status: 200, body: { compose_setting: presentComposeSetting(look) } };
  });

  mount("listPageThemes", async ({ params, ...context }) => {
    const themes = await listPageThemes(app, context, params.journalId);
    if (isRejection(themes)) return themes;
    return { status: 200, body: { page_themes: themes.map((theme) => ({ page_theme: theme })) } };
  });
  mount("getPageTheme", async ({ params, ...context }) => {
    const theme = await readPageTheme(app, context, params);
    return isRejection(theme) ? theme : { status: 200, body: { page_theme: theme } };
  });
  mount("listPadThemes", async ({ params, ...context }) => {
    const themes = await listPadThemes(app, context, params.journalId);
    if (isRejection(themes)) return themes;
    return { status: 200, body: { pad_themes: themes.map((theme) => ({ pad_theme: theme })) } };
  });
  mount("getPadTheme", async ({ params, ...context }) => {
    const theme = await readPadTheme(app, context, params);
    return isRejection(theme) ? theme : { status: 200, body: { pad_theme: theme } };
  });
}
