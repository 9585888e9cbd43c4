import { padThemes, pageThemes, plainTheme } from "@daybook/domain/contract/appearance-values";
import type { Journal } from "@daybook/domain/contract/journals";
import { useSelector } from "@xstate/react";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useServices } from "../../../shared/services.ts";
import { Notice } from "../../../shared/ui/notice.tsx";
import { Sheet } from "../../../shared/ui/sheet.tsx";
import { type Swatch, Swatches } from "../../../shared/ui/swatches.tsx";
import { themeSwatches } from "../../../shared/ui/theme-swatches.tsx";
import { RuledArea } from "../../../shared/ui/ruled-area.tsx";
import { ThemedPage } from "../../../shared/ui/themed-page.tsx";
import { parseBody, plainText } from "../editor/body.ts";
import { padText } from "../pad-text.ts";
import type { PadSession } from "../session/pad-session.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import styles from "./look-sheet.module.css";
import { pageLookText as labels } from "./page-look-text.ts";
import { pageLook } from "./page-look.ts";

/** The plain theme of an entry means that it has no theme of its own. Its picture shows the journal's theme. */
const withJournals = (swatches: readonly Swatch<number>[], ofJournal: number): Swatch<number>[] =>
  swatches.map((swatch) =>
    swatch.value === plainTheme
      ? {
          ...swatch,
          label: labels.ofJournal,
          picture: (swatches.find(({ value }) => value === ofJournal) ?? swatch).picture,
        }
      : swatch,
  );

/** The page theme and pad theme of one entry. The preview and the page behind the sheet change at once. */
export const LookSheet = observer(function LookSheet({
  session,
  details,
  compose,
  onClose,
}: {
  session: PadSession;
  details: EntryDetailsStore;
  compose: Journal["compose_setting"] | undefined;
  onClose: () => void;
}) {
  const { sessionActor } = useServices();
  const isPro = useSelector(sessionActor, (state) => state.context.session?.user.is_pro ?? false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { values } = details;
  const { title, body } = session.actor.getSnapshot().context.writing;
  const [sample] = useState(() => plainText(parseBody(body)).trim().slice(0, 160));

  const choose = async (themes: Parameters<EntryDetailsStore["changeThemes"]>[0]) => {
    const entryId = await session.ensureEntry();
    const outcome = entryId === null ? null : await details.changeThemes(themes);
    setRefusal(outcome?.ok ? null : (outcome?.message ?? padText.trashUnsaved));
  };

  return (
    <Sheet open onClose={onClose} title={labels.title} description={isPro ? labels.lead : labels.free}>
      <div className={styles.look}>
        {refusal && <Notice tone="failure">{refusal}</Notice>}
        <div className={styles.preview} role="img" aria-label={labels.preview}>
          <ThemedPage {...pageLook(values, compose)} className={styles.page}>
            <p className={styles.title}>{title || padText.untitled}</p>
            <RuledArea>
              <p className={styles.text}>{sample || labels.sample}</p>
            </RuledArea>
          </ThemedPage>
        </div>
        <Swatches
          legend={labels.paper}
          value={values.pageThemeId}
          swatches={withJournals(
            themeSwatches(pageThemes, "page"),
            compose?.default_page_theme_id ?? plainTheme,
          )}
          isPro={isPro}
          needsPro={labels.needsPro}
          wide
          onChoose={(pageThemeId) => void choose({ pageThemeId })}
        />
        <Swatches
          legend={labels.pad}
          value={values.padThemeId}
          swatches={withJournals(
            themeSwatches(padThemes, "pad"),
            compose?.default_pad_theme_id ?? plainTheme,
          )}
          isPro={isPro}
          needsPro={labels.needsPro}
          wide
          onChoose={(padThemeId) => void choose({ padThemeId })}
        />
      </div>
    </Sheet>
  );
});
