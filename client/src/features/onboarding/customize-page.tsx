import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import { dateFormats } from "@daybook/domain/contract/settings-values";
import { useSelector } from "@xstate/react";
import { useId, useRef, useState } from "react";
import { Link, useLoaderData } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { useAtom } from "../../shared/atom.ts";
import { dayOfInstant } from "../../shared/dates.ts";
import { useServices } from "../../shared/services.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import { onboardingText } from "./onboarding-text.ts";
import { OnboardingFrame } from "./onboarding-frame.tsx";
import styles from "./onboarding.module.css";

const labels = onboardingText.customize;

/** `/welcome/customize`: the date format of a new account, saved immediately, and links to other settings. */
export function CustomizePage() {
  const { settings: settingsStore, sessionActor, clock } = useServices();
  const { failure: loadFailure } = useLoaderData<{ failure: ApiFailure | null }>();
  const isPro = useSelector(sessionActor, ({ context }) => context.session?.user.is_pro ?? false);
  const [failureMessage, setFailureMessage] = useState<string | null>(null);
  const radioGroupName = useId();
  const settings = useAtom(settingsStore.current);
  const dateFormat = useDateFormat();
  const today = dayOfInstant(clock.now());

  const latestChoice = useRef<object>(null);

  const choose = async (format: (typeof dateFormats)[number]) => {
    const choice = {};
    latestChoice.current = choice;
    setFailureMessage(null);
    const result = await settingsStore.change("changeDateFormat", { format });
    if (!result.ok && latestChoice.current === choice) setFailureMessage(result.message);
  };

  return (
    <OnboardingFrame
      step="welcome/customize"
      heading={labels.heading}
      lead={labels.lead}
      picture={
        <div className={styles.sample} aria-hidden>
          <span className={styles.sampleDate}>{formatLocalDate(today, dateFormat)}</span>
          <span className={styles.sampleTitle}>{labels.sample}</span>
        </div>
      }
    >
      {loadFailure && !settings && <ScreenFailure failure={loadFailure} />}
      {settings && (
        <>
          <fieldset className={styles.formats}>
            <legend>{labels.legend}</legend>
            {dateFormats.map((format) => (
              <label key={format}>
                <input
                  type="radio"
                  name={radioGroupName}
                  value={format}
                  checked={format === settings.date_format}
                  onChange={() => void choose(format)}
                />
                {formatLocalDate(today, format)}
              </label>
            ))}
          </fieldset>
          {failureMessage && <Notice tone="failure">{failureMessage}</Notice>}
          <p className={styles.note}>
            {labels.zone(settings.timezone)} <Link to="/app/account">{labels.settings}</Link>
          </p>
          <p className={styles.note}>
            {isPro ? labels.themesPro : labels.themes}{" "}
            {isPro && <Link to="/app/account">{labels.themesSettings}</Link>}
          </p>
        </>
      )}
      <p className={styles.actions}>
        <ButtonLink to="/welcome/mobile" variant="primary">
          {onboardingText.next}
        </ButtonLink>
        <ButtonLink to="/welcome/journal" variant="quiet">
          {onboardingText.back}
        </ButtonLink>
      </p>
    </OnboardingFrame>
  );
}
