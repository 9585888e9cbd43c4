import { padThemes, pageThemes, plainThemeId } from "@daybook/domain/contract/appearance-values";
import type { Journal } from "@daybook/domain/contract/journals";
import { useSelector } from "@xstate/react";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useServices } from "../../../shared/services.ts";
import { AboutPro } from "../../../shared/ui/about-pro.tsx";
import { Notice } from "../../../shared/ui/notice.tsx";
import { Sheet } from "../../../shared/ui/sheet.tsx";
import { type Swatch, Swatches } from "../../../shared/ui/swatches.tsx";
import { themeSwatches } from "../../../shared/ui/theme-swatches.tsx";
import { RuledArea } from "../../../shared/ui/ruled-area.tsx";
import { ThemedPage } from "../../../shared/ui/themed-page.tsx";
import { useToasts } from "../../../shared/ui/toast.tsx";
import { useIsMounted } from "../../../shared/use-is-mounted.ts";
import { parseBody, plainText } from "../editor/body.ts";
import { padText } from "../pad-text.ts";
import type { PadSession } from "../session/pad-session.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import styles from "./look-sheet.module.css";
import { pageLookText as labels } from "./page-look-text.ts";
import { pageLook } from "./page-look.ts";

/** An entry with the plain theme uses the theme of its journal, so the swatch of the plain theme shows the journal's theme. */
const withJournalTheme = (swatches: readonly Swatch<number>[], journalThemeId: number): Swatch<number>[] =>
  swatches.map((swatch) =>
    swatch.value === plainThemeId
      ? {
          ...swatch,
          label: labels.sameAsJournal,
          picture: (swatches.find(({ value }) => value === journalThemeId) ?? swatch).picture,
        }
      : swatch,
  );

/** The page theme and pad theme of one entry. The preview and the page behind the sheet show a choice immediately.
 * If the entry is new, the first choice creates it. */
export const LookSheet = observer(function LookSheet({
  session,
  details,
  composeSetting,
  onClose,
}: {
  session: PadSession;
  details: EntryDetailsStore;
  composeSetting: Journal["compose_setting"] | undefined;
  onClose: () => void;
}) {
  const { sessionActor } = useServices();
  const toasts = useToasts();
  const isMounted = useIsMounted();
  const isPro = useSelector(sessionActor, (state) => state.context.session?.user.is_pro ?? false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const { values } = details;
  const { title, body } = session.actor.getSnapshot().context.writing;
  const [previewText] = useState(() => plainText(parseBody(body)).trim().slice(0, 160));

  const choose = async (themes: Parameters<EntryDetailsStore["changeThemes"]>[0]) => {
    const entryId = await session.ensureEntry();
    const outcome = entryId === null ? null : await details.changeThemes(themes);
    const message = outcome?.ok ? null : (outcome?.message ?? labels.notSaved);
    setErrorMessage(message);
    if (message !== null && !isMounted()) toasts.show(message);
  };

  return (
    <Sheet
      open
      onClose={onClose}
      title={labels.title}
      description={isPro ? labels.lead : labels.leadWithoutPro}
    >
      <div className={styles.look}>
        {!isPro && (
          <p>
            <AboutPro source="page_look" />
          </p>
        )}
        {errorMessage && <Notice tone="failure">{errorMessage}</Notice>}
        <div className={styles.preview} role="img" aria-label={labels.preview}>
          <ThemedPage {...pageLook(values, composeSetting)} className={styles.page}>
            <p className={styles.title}>{title || padText.untitled}</p>
            <RuledArea>
              <p className={styles.text}>{previewText || labels.sample}</p>
            </RuledArea>
          </ThemedPage>
        </div>
        <Swatches
          legend={labels.paper}
          value={values.pageThemeId}
          swatches={withJournalTheme(
            themeSwatches(pageThemes, "page"),
            composeSetting?.default_page_theme_id ?? plainThemeId,
          )}
          isPro={isPro}
          proOnlyLabel={labels.needsPro}
          wide
          onChoose={(pageThemeId) => void choose({ pageThemeId })}
        />
        <Swatches
          legend={labels.pad}
          value={values.padThemeId}
          swatches={withJournalTheme(
            themeSwatches(padThemes, "pad"),
            composeSetting?.default_pad_theme_id ?? plainThemeId,
          )}
          isPro={isPro}
          proOnlyLabel={labels.needsPro}
          wide
          onChoose={(padThemeId) => void choose({ padThemeId })}
        />
      </div>
    </Sheet>
  );
});
