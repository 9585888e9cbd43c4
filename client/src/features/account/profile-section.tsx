import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { dayOfInstant } from "../../shared/dates.ts";
import { accountFieldsText } from "../../shared/account-fields-text.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { textOf, useFormAction } from "../../shared/ui/use-form-action.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import { accountText } from "./account-text.ts";
import { LoadFailure } from "../../shared/ui/load-failure.tsx";
import styles from "../../shared/ui/forms.module.css";
import type { Profile } from "@daybook/domain/contract/account";
import { SaveStatusNote, Section } from "./section.tsx";
import { useFetched } from "../../shared/use-fetched.ts";

const labels = accountText.profile;

const ProfileForm = observer(function ProfileForm({
  profile,
  onSaved,
}: {
  profile: Profile;
  onSaved: (profile: Profile) => void;
}) {
  const { api, sessionActor } = useServices();
  const dateFormat = useDateFormat();
  const [savedCount, setSavedCount] = useState(0);
  const { form, failure, busy, onSubmit, error } = useFormAction(async (fields) => {
    const typedAddresses = {
      new_email: textOf(fields, "new_email"),
      retype_email: textOf(fields, "retype_email"),
    };
    const keepsEmail = typedAddresses.new_email.trim() === "" && typedAddresses.retype_email.trim() === "";
    const userId = sessionActor.getSnapshot().context.session?.user.id;
    const result = await api.call("updateProfile", {
      body: {
        first_name: textOf(fields, "first_name"),
        last_name: textOf(fields, "last_name"),
        ...(!keepsEmail && typedAddresses),
      },
    });
    if (!result.ok) return result;
    const savedProfile = { ...result.data.profile, pending_email: result.data.pending_email };
    const { session } = sessionActor.getSnapshot().context;
    // Another user may have logged in during the call.
    if (session && session.user.id === userId) {
      const { first_name, last_name, email } = savedProfile;
      const user = { ...session.user, first_name, last_name, email };
      sessionActor.send({ type: "session.opened", session: { ...session, user } });
    }
    onSaved(savedProfile);
    setSavedCount((count) => count + 1);
    return null;
  });
  // After a save, the form shows the saved names and an empty address.
  useEffect(() => {
    if (savedCount > 0) form.current?.reset();
  }, [form, savedCount]);

  return (
    <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
      {failure && !failure.fields && <Notice tone="failure">{failure.message}</Notice>}
      <div className={styles.pair}>
        <Field
          label={accountFieldsText.firstName}
          name="first_name"
          autoComplete="given-name"
          defaultValue={profile.first_name}
          error={error("first_name")}
        />
        <Field
          label={accountFieldsText.lastName}
          name="last_name"
          autoComplete="family-name"
          defaultValue={profile.last_name}
          hint={accountFieldsText.lastNameHint}
          error={error("last_name")}
        />
      </div>
      <Field
        label={labels.newEmail}
        name="new_email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint={labels.newEmailHint(profile.email)}
        error={error("new_email")}
      />
      <Field
        label={labels.retypeEmail}
        name="retype_email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={error("retype_email")}
      />
      {profile.pending_email && <Notice>{labels.pending(profile.pending_email)}</Notice>}
      <div className={styles.foot}>
        <Button type="submit" variant="primary" busy={busy}>
          {labels.submit}
        </Button>
        <SaveStatusNote
          saveStatus={{ state: busy ? "saving" : savedCount > 0 && !failure ? "saved" : "idle" }}
        />
      </div>
      <p className={styles.note}>
        {labels.memberSince(formatLocalDate(dayOfInstant(profile.created_at), dateFormat))}
      </p>
    </form>
  );
});

/** The name and the e-mail address of the user. A new address applies after its confirmation link is opened. */
export function ProfileSection() {
  const { data, failure, busy, reload, put } = useFetched("getProfile", {});
  return (
    <Section title={labels.title} lead={labels.lead}>
      {data ? (
        <ProfileForm profile={data.profile} onSaved={(profile) => put({ profile })} />
      ) : failure ? (
        <LoadFailure failure={failure} busy={busy} onRetry={reload} />
      ) : (
        <Skeleton lines={5} />
      )}
    </Section>
  );
}
