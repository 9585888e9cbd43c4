import { plainThemeId } from "@daybook/domain/contract/appearance-values";
import type { Swatch } from "./swatches.tsx";
import { RuledArea } from "./ruled-area.tsx";
import { ThemedPage } from "./themed-page.tsx";
import styles from "./theme-swatches.module.css";

/** A page at half its size, with a few lines of text. */
function SmallPage({ pageThemeId, padThemeId }: { pageThemeId: number; padThemeId: number }) {
  return (
    <span className={styles.small}>
      <span className={styles.scaled}>
        <ThemedPage pageThemeId={pageThemeId} padThemeId={padThemeId} className={styles.smallPage}>
          <RuledArea className={styles.lines}>
            <span className={styles.line} />
            <span className={styles.line} />
            <span className={styles.line} />
          </RuledArea>
        </ThemedPage>
      </span>
    </span>
  );
}

const pictureOf = {
  page: (id: number) => <SmallPage pageThemeId={id} padThemeId={plainThemeId} />,
  pad: (id: number) => <SmallPage pageThemeId={plainThemeId} padThemeId={id} />,
};

/** The swatches of page themes or pad themes. All except {@link plainThemeId} need PRO. */
export const themeSwatches = (
  themes: readonly { id: number; name: string }[],
  kind: keyof typeof pictureOf,
): Swatch<number>[] =>
  themes.map(({ id, name }) => ({
    value: id,
    label: name,
    isProOnly: id !== plainThemeId,
    picture: pictureOf[kind](id),
  }));
