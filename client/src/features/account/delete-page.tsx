import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { PasswordField } from "../../shared/ui/field.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { textOf, useFormAction } from "../../shared/ui/use-form-action.ts";
import { accountText } from "./account-text.ts";
import styles from "./account-page.module.css";

const labels = accountText.delete;

/** `/app/account/delete`: lists what is deleted, and asks for the password. The deletion cannot be undone. */
export function DeletePage() {
  usePageTitle(labels.title);
  const { api, sessionActor } = useServices();
  const { form, failure, busy, onSubmit, error } = useFormAction(async (fields) => {
    const currentUserId = () => sessionActor.getSnapshot().context.session?.user.id;
    const deletedUserId = currentUserId();
    const result = await api.call("deleteAccount", { body: { password: textOf(fields, "password") } });
    if (!result.ok) return result;
    // `follow-session` navigates to the goodbye page. Another user who has logged in since stays logged in.
    if (currentUserId() === deletedUserId) sessionActor.send({ type: "account.deleted" });
    return null;
  });
  return (
    <>
      <h1 className={styles.title}>{labels.title}</h1>
      <section className={`${styles.sheet} ${styles.text}`}>
        <p className={styles.lead}>{labels.lead}</p>
        <ul className={styles.deletedItems}>
          {labels.deletedItems.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{labels.keys}</p>
        <p>{labels.logOut}</p>
        <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
          {failure && !failure.fields && <Notice tone="failure">{failure.message}</Notice>}
          <PasswordField
            label={labels.password}
            name="password"
            autoComplete="current-password"
            hint={labels.passwordHint}
            error={error("password")}
          />
          <div className={styles.actions}>
            <Button type="submit" variant="danger" busy={busy}>
              {busy ? labels.busy : labels.submit}
            </Button>
            <ButtonLink to="/app/account">{labels.keep}</ButtonLink>
          </div>
        </form>
      </section>
    </>
  );
}
