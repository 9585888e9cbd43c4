import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { entryIdOfSlug } from "@daybook/read-models/queries/public-links";
import type { ApiDeps } from "../../deps.ts";
import type { Mount } from "../../http/mount.ts";
import { ownEntryState } from "../../policies/entry-access.ts";
import { activeJournal, ownJournal } from "../../policies/journal-access.ts";
import { limits, tooMany } from "../../policies/limits.ts";
import { publishedEntry } from "../../policies/visitor-access.ts";
import { publicUrl, slugHash, slugOf } from "../entry-extras.ts";
import { openEntryText } from "../entry-text.ts";
import { showPhotos } from "../photos/show-photos.ts";
import { projected } from "../projected.ts";

const nothingHere = () => reject("not_found", "There is nothing here, or it is no longer shared.");

/** The calls of public links: giving one, withdrawing it, and reading what it leads to. */
export function mountPublicLinks(mount: Mount, deps: ApiDeps): void {
  mount("publicLink", async ({ actor, params, act }) => {
    const journal = await activeJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const found = await ownEntryState(deps, actor, params);
    if (isRejection(found)) return found;
    const { entryId } = params;
    const linkId = act.ids[0];
    const outcome = await deps.commands.execute({
      decider: entryDecider,
      stream: streamOf.entry(entryId),
      commands: [
        {
          type: "PublishEntry",
          data: { entryId, linkId, slugHash: slugHash(slugOf(deps, linkId)), at: act.at },
        },
      ],
      context: act,
    });
    if (isRejection(outcome)) return outcome;
    await projected(deps, ["public-links"], outcome.position);
    const link = outcome.state.publicLink;
    // Withdrawn in the same moment, by somebody else.
    if (!link) return reject("unavailable", "The link was withdrawn just now. Please try again.");
    return { status: 200, body: { public_url: publicUrl(deps, link.linkId) } };
  });

  mount("unpublicLink", async ({ actor, params, act }) => {
    // Also in the trash, and out of a journal that is there: withdrawing has to be possible.
    const journal = await ownJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const found = await ownEntryState(deps, actor, params);
    if (isRejection(found)) return found;
    const { entryId } = params;
    const outcome = await deps.commands.execute({
      decider: entryDecider,
      stream: streamOf.entry(entryId),
      commands: [{ type: "UnpublishEntry", data: { entryId, at: act.at } }],
      context: act,
    });
    if (isRejection(outcome)) return outcome;
    await projected(deps, ["public-links"], outcome.position);
    return { status: 204 };
  });

  mount("publicEntry", async ({ params, caller, origin }) => {
    const limited = await tooMany(deps, limits.publicReadFromAddress, caller.ip);
    if (limited) return limited;
    const hash = slugHash(params.slug);
    const entryId = await entryIdOfSlug(deps.pool, hash);
    if (entryId === null) return nothingHere();
    const found = await publishedEntry(deps, entryId, hash);
    if (!found) return nothingHere();
    const { title, html } = openEntryText(found.key, entryId, found.row);
    const { createdAt, localDate, photos } = found.state;
    const viewer = { actor: found.owner, origin };
    const { fill } = showPhotos(deps, viewer, { entryId, key: found.key }, photos);
    return {
      status: 200,
      body: { entry: { title, html_body: fill(html), created_at: createdAt, local_date: localDate } },
    };
  });
}
