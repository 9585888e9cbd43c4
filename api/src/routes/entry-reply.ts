import type { Entry } from "@daybook/domain/contract/entries";
import { contentTag } from "@daybook/platform/privacy/seal";
import type { Act } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import type { OpenJournal } from "../policies/journal-access.ts";
import type { Viewer } from "../policies/photo-access.ts";
import { presentEntry } from "../presenters/entry.ts";
import { appliedThemes } from "./applied-themes.ts";
import { extrasOfState } from "./entry-extras.ts";
import type { EntryText } from "./entry-text.ts";
import { showPhotos } from "./photos/show-photos.ts";
import { currentText, type LoadedEntry } from "./save-entry.ts";

/** Who asks for an entry, and in which act. */
export type Asker = Viewer & { readonly act: Act };

/** The entry as it now stands. `sent` is what the caller sent, which spares opening the text when it is still that. */
export async function entryReply(
  deps: ApiDeps,
  { act, ...viewer }: Asker,
  journal: OpenJournal,
  entry: Omit<LoadedEntry, "behindLock">,
  sent?: EntryText,
): Promise<Entry> {
  const { entryId, state, key, lock } = entry;
  const isSent = sent && contentTag(key, [sent.title, sent.html]) === state.contentTag;
  const text = isSent ? sent : await currentText(deps, entry);
  const photos = showPhotos(deps, viewer, entry, state.photos);
  const [extras, [facts = state]] = await Promise.all([
    extrasOfState(deps, state),
    appliedThemes(deps, state.accountId, act.at, [state]),
  ]);
  const name = { id: journal.id, name: journal.clearName };
  return presentEntry({ ...facts, id: entryId }, text, name, lock, { photos, extras });
}
