import { bounds } from "@daybook/domain/contract/bounds";
import { observer } from "mobx-react-lite";
import { useEffect, useId, useState } from "react";
import { useLoaderData, useNavigate } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { randomToken } from "../../shared/random-token.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import { textOf, useFormAct } from "../../shared/ui/use-form-act.ts";
import { firstPageOf } from "./first-lines.ts";
import { firstPageKeeper } from "./first-page.ts";
import { onboardingCopy } from "./onboarding-copy.ts";
import { OnboardingFrame } from "./onboarding-frame.tsx";
import styles from "./onboarding.module.css";

const words = onboardingCopy.write;

/** `/onboarding/write`: the first lines, plainly; the whole pad opens them later. */
export const WritePage = observer(function WritePage() {
  const { api, journals } = useServices();
  const { failure: unloaded } = useLoaderData<{ failure: ApiFailure | null }>();
  const navigate = useNavigate();
  const id = useId();
  const journalId = journals.latest?.id;
  const [keeper] = useState(() => firstPageKeeper(api, randomToken));
  const [isBlank, setIsBlank] = useState(false);
  const { form, failure, busy, onSubmit, error } = useFormAct(async (fields) => {
    const page = firstPageOf(textOf(fields, "title"), textOf(fields, "lines"));
    setIsBlank(page === null);
    if (!page || journalId === undefined) return null;
    const result = await keeper.save(journalId, page);
    if (!result.ok) return result;
    await navigate(`/onboarding/entries?entryId=${result.data.entry.id}`);
    return null;
  });
  const onChange = () => {
    setIsBlank(false);
    if (!form.current || journalId === undefined) return;
    const fields = new FormData(form.current);
    keeper.note(journalId, firstPageOf(textOf(fields, "title"), textOf(fields, "lines")));
  };

  // Whoever closes the window is asked first; whoever goes on has the lines saved all the same.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (keeper.hasUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => {
      window.removeEventListener("beforeunload", ask);
      keeper.leave();
    };
  }, [keeper]);

  return (
    <OnboardingFrame step="onboarding/write" heading={words.heading} lead={words.lead}>
      {unloaded && journalId === undefined && <ScreenFailure failure={unloaded} />}
      {journalId !== undefined && (
        <form className={styles.form} ref={form} onSubmit={onSubmit} onChange={onChange} noValidate>
          {failure && <Notice tone="failure">{failure.message}</Notice>}
          <Field
            label={words.titleLabel}
            hint={words.titleHint}
            name="title"
            autoComplete="off"
            maxLength={bounds.title}
            error={error("title")}
          />
          <div className={styles.text}>
            <label htmlFor={id}>{words.textLabel}</label>
            <textarea
              id={id}
              name="lines"
              rows={7}
              aria-invalid={isBlank || undefined}
              aria-describedby={isBlank ? `${id}-note` : undefined}
            />
            {isBlank && (
              <p className={styles.error} id={`${id}-note`} role="alert">
                {words.empty}
              </p>
            )}
          </div>
          <p className={styles.acts}>
            <Button type="submit" variant="primary" busy={busy}>
              {busy ? words.busy : words.submit}
            </Button>
          </p>
        </form>
      )}
    </OnboardingFrame>
  );
});
