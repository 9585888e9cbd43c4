import { type UiTheme, uiThemes } from "@daybook/domain/contract/settings-values";
import { useSelector } from "@xstate/react";
import { Lock } from "lucide-react";
import { useId } from "react";
import { useServices } from "../../shared/services.ts";
import { AboutPro } from "../../shared/ui/about-pro.tsx";
import { accountText } from "./account-text.ts";
import type { SettingsProps } from "./choice-sections.tsx";
import { Section } from "./section.tsx";
import styles from "./theme-section.module.css";
import { useSetting } from "./use-setting.ts";

const labels = accountText.theme;

/** A preview of a theme: a desk with a journal and a page, drawn with the theme's own tokens, textures and fonts. */
function Miniature({ theme }: { theme: UiTheme }) {
  return (
    <span className={styles.desk} data-ui-theme={theme} aria-hidden>
      <span className={styles.book} />
      <span className={styles.sheet}>
        <span className={styles.heading}>{labels.sample}</span>
        <span className={styles.line} />
        <span className={styles.line} />
        <span className={styles.line} />
        <span className={styles.button} />
      </span>
    </span>
  );
}

/** The eight themes as cards. For a free account, all but the first are disabled and marked PRO. */
export function ThemeSection({ settings }: SettingsProps) {
  const { sessionActor } = useServices();
  const isPro = useSelector(sessionActor, (state) => state.context.session?.user.is_pro ?? false);
  const { saveStatus, change } = useSetting("changeUiTheme");
  const name = useId();
  const chosenTheme = isPro ? settings.ui_theme : "default";
  return (
    <Section title={labels.title} lead={isPro ? labels.lead : labels.free} saveStatus={saveStatus} wide>
      {!isPro && (
        <p>
          <AboutPro source="themes" />
        </p>
      )}
      <fieldset className={styles.themes}>
        <legend className="visually-hidden">{labels.title}</legend>
        {uiThemes.map((theme) => {
          const isAvailable = isPro || theme === "default";
          const { name: title, description } = labels.themes[theme];
          return (
            <label key={theme} className={styles.card} data-unavailable={!isAvailable || undefined}>
              <Miniature theme={theme} />
              <span className={styles.name}>
                <input
                  type="radio"
                  name={name}
                  value={theme}
                  checked={theme === chosenTheme}
                  disabled={!isAvailable}
                  aria-label={isAvailable ? title : labels.needsPro(title)}
                  onChange={() => change({ ui_theme: theme })}
                />
                {title}
                {!isAvailable && (
                  <span className={styles.pro}>
                    <Lock size={12} aria-hidden />
                    {accountText.pro}
                  </span>
                )}
              </span>
              <span className={styles.detail}>{description}</span>
            </label>
          );
        })}
      </fieldset>
    </Section>
  );
}
