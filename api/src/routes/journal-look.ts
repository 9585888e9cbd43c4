import { padThemeId, padThemes, pageThemeId, pageThemes } from "@daybook/domain/contract/appearance-values";
import { tierAt } from "@daybook/domain/account/tier";
import { type JournalCommand, journalDecider } from "@daybook/domain/journal/decider";
import type { ComposeSettings } from "@daybook/domain/journal/look";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { Act, Actor, Call } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import type { Mount } from "../http/mount.ts";
import { journalOutside } from "../policies/journal-access.ts";
import { presentComposeSetting, presentCover } from "../presenters/journal.ts";
import { loadAccount } from "./account/change-account.ts";
import { projected } from "./projected.ts";

type CoverCall = Pick<Call<"createCover">, "actor" | "act" | "params" | "body">;
type Command = Extract<JournalCommand, { type: "ChooseCover" | "ChangeComposeSettings" }>;

/** What a request changes, under the names that events have. */
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

const noTheme = () => reject("not_found", "There is no such theme.");

/** The calls of how a journal looks. */
export function mountJournalLook(mount: Mount, deps: ApiDeps): void {
  /** Changes the look; a cover and a compose setting have the id of their journal. */
  async function change(
    { actor, act }: { actor: Actor; act: Act },
    journalId: number,
    ownId: number,
    command: (isPaid: boolean) => Command,
  ) {
    const journal = await journalOutside(deps, actor, journalId);
    if (isRejection(journal)) return journal;
    if (ownId !== journal.id) return reject("not_found", "This journal has no such setting.");
    const { membership } = await loadAccount(deps, actor.userId);
    const isPaid = tierAt(membership, act.at) !== "free";
    const outcome = await deps.commands.execute({
      decider: journalDecider,
      stream: streamOf.journal(journal.id),
      commands: [command(isPaid)],
      context: act,
    });
    if (isRejection(outcome)) return outcome;
    await projected(deps, ["journal-list"], outcome.position);
    const { cover, compose } = outcome.state;
    return { id: journal.id, isPaid, cover, ...compose };
  }

  async function chooseCover(call: CoverCall, coverId: number) {
    const { journalId } = call.params;
    const look = await change(call, journalId, coverId, (isPaid) => ({
      type: "ChooseCover",
      data: { journalId, cover: call.body.name, at: call.act.at },
      isPaid,
    }));
    return isRejection(look) ? look : { status: 200, body: { journal_cover: presentCover(look) } };
  }

  mount("createCover", (call) => chooseCover(call, call.params.journalId));
  mount("updateCover", (call) => chooseCover(call, call.params.coverId));

  mount("updateComposeSetting", async (call) => {
    const { journalId, settingId } = call.params;
    const look = await change(call, journalId, settingId, (isPaid) => ({
      type: "ChangeComposeSettings",
      data: { journalId, changes: changesOf(call.body), at: call.act.at },
      isPaid,
    }));
    if (isRejection(look)) return look;
    return { status: 200, body: { compose_setting: presentComposeSetting(look) } };
  });

  mount("listPageThemes", async ({ actor, params }) => {
    const journal = await journalOutside(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    return { status: 200, body: { page_themes: pageThemes.map((theme) => ({ page_theme: theme })) } };
  });
  mount("getPageTheme", async ({ actor, params }) => {
    const journal = await journalOutside(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const theme = pageThemes.find(({ id }) => id === pageThemeId(params.themeId));
    return theme ? { status: 200, body: { page_theme: theme } } : noTheme();
  });
  mount("listPadThemes", async ({ actor, params }) => {
    const journal = await journalOutside(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    return { status: 200, body: { pad_themes: padThemes.map((theme) => ({ pad_theme: theme })) } };
  });
  mount("getPadTheme", async ({ actor, params }) => {
    const journal = await journalOutside(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const theme = padThemes.find(({ id }) => id === padThemeId(params.themeId));
    return theme ? { status: 200, body: { pad_theme: theme } } : noTheme();
  });
}
