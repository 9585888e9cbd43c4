import { bounds } from "@daybook/domain/contract/bounds";
import { observer } from "mobx-react-lite";
import { useEffect, useId, useState } from "react";
import { useLoaderData, useNavigate } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { randomToken } from "../../shared/random-token.ts";
import { registerSaveBeforeLogout } from "../../shared/session/save-before-logout.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import { textOf, useFormAction } from "../../shared/ui/use-form-action.ts";
import { useIsOnPage } from "../../shared/use-is-on-page.ts";
import { firstEntryBody } from "./plain-text-body.ts";
import { firstEntrySaver } from "./first-entry.ts";
import { onboardingText } from "./onboarding-text.ts";
import { OnboardingFrame } from "./onboarding-frame.tsx";
import styles from "./onboarding.module.css";
import { useStores } from "../../stores/use-stores.ts";

const labels = onboardingText.write;

/** `/onboarding/write`: a plain form for the first entry. The user can edit the entry later in the pad. */
export const WritePage = observer(function WritePage() {
  const { api } = useServices();
  const { journals } = useStores();
  const { failure: loadFailure } = useLoaderData<{ failure: ApiFailure | null }>();
  const navigate = useNavigate();
  const isOnPage = useIsOnPage();
  const textId = useId();
  const journalId = journals.latest?.id;
  const [saver] = useState(() => firstEntrySaver(api, randomToken));
  const [isBlank, setIsBlank] = useState(false);
  const { form, failure, busy, onSubmit, error } = useFormAction(async (fields) => {
    const body = firstEntryBody(textOf(fields, "title"), textOf(fields, "text"));
    setIsBlank(body === null);
    if (!body || journalId === undefined) return null;
    const result = await saver.save(journalId, body);
    if (!result.ok) return result;
    if (isOnPage()) await navigate(`/onboarding/entries?entryId=${result.data.entry.id}`);
    return null;
  });
  const onChange = () => {
    setIsBlank(false);
    if (!form.current || journalId === undefined) return;
    const fields = new FormData(form.current);
    saver.setText(journalId, firstEntryBody(textOf(fields, "title"), textOf(fields, "text")));
  };

  // Closing the window asks first; leaving within the app saves the text, and so does logging out.
  useEffect(() => {
    const confirmUnload = (event: BeforeUnloadEvent) => {
      if (saver.hasUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", confirmUnload);
    const removeSaveBeforeLogout = registerSaveBeforeLogout(() => saver.saveOnLeave());
    return () => {
      removeSaveBeforeLogout();
      window.removeEventListener("beforeunload", confirmUnload);
      void saver.saveOnLeave();
    };
  }, [saver]);

  return (
    <OnboardingFrame step="onboarding/write" heading={labels.heading} lead={labels.lead}>
      {loadFailure && journalId === undefined && <ScreenFailure failure={loadFailure} />}
      {journalId !== undefined && (
        <form className={styles.form} ref={form} onSubmit={onSubmit} onChange={onChange} noValidate>
          {failure && <Notice tone="failure">{failure.message}</Notice>}
          <Field
            label={labels.titleLabel}
            hint={labels.titleHint}
            name="title"
            autoComplete="off"
            maxLength={bounds.title}
            readOnly={busy}
            error={error("title")}
          />
          <div className={styles.text}>
            <label htmlFor={textId}>{labels.textLabel}</label>
            <textarea
              id={textId}
              name="text"
              rows={7}
              readOnly={busy}
              aria-invalid={isBlank || undefined}
              aria-describedby={isBlank ? `${textId}-note` : undefined}
            />
            {isBlank && (
              <p className={styles.error} id={`${textId}-note`} role="alert">
                {labels.empty}
              </p>
            )}
          </div>
          <p className={styles.actions}>
            <Button type="submit" variant="primary" busy={busy}>
              {busy ? labels.busy : labels.submit}
            </Button>
          </p>
        </form>
      )}
    </OnboardingFrame>
  );
});
