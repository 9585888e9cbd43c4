import type { Journal } from "@daybook/domain/contract/journals";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { Lock, LockOpen } from "lucide-react";
import { Link, useLoaderData, useLocation, useNavigate } from "react-router";
import type { FormRules } from "../../shared/form-rules.ts";
import { requiredRule } from "../../shared/form-rules.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { Cover } from "../../shared/ui/cover.tsx";
import { AuthForm, AuthPage, OtherLinks } from "../../shared/ui/auth-page.tsx";
import { PasswordField } from "../../shared/ui/field.tsx";
import { FailureNotice } from "../../shared/ui/form-failure.tsx";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-action.ts";
import { useIsOnPage } from "../../shared/use-is-on-page.ts";
import { ForgottenPassword } from "./forgotten-password.tsx";
import { entryLock, journalLock } from "../../shared/lock-actions.ts";
import { lockText } from "./lock-text.ts";
import styles from "./unlock-page.module.css";
import type { UnlockData } from "./unlock-route.ts";

const { unlock, link: linkText } = lockText;

const rules: FormRules = { plain_password: requiredRule(unlock.missing) };

/** Says how long the journal or entry will stay unlocked. Empty when that is not known. */
function unlockDuration({ journal, entry }: UnlockData): string {
  const locksAutomatically = entry ? entry.locksAutomatically : (journal?.auto_lock ?? null);
  if (locksAutomatically === null) return "";
  if (locksAutomatically) return unlock.duration.auto;
  if (entry || !journal) return unlock.duration.plain;
  if (journal.lock_type_id === lockTypes.encryption) return unlock.duration.tab;
  return journal.remember_password ? unlock.duration.remembered : unlock.duration.plain;
}

function UnlockForm({ data }: { data: UnlockData }) {
  const { journal, entry, returnPath } = data;
  const services = useServices();
  const navigate = useNavigate();
  const isOnPage = useIsOnPage();
  const { state } = useLocation();
  const form = useCheckedForm(rules, async (fields) => {
    if (!journal) return null;
    const actions = entry
      ? entryLock(services, { journalId: journal.id, entryId: entry.id })
      : journalLock(services, journal.id);
    const result = await actions.open(textOf(fields, "plain_password"));
    if (!result.ok) return result;
    if (isOnPage()) await navigate(returnPath, { replace: true, state: state as unknown });
    return null;
  });
  const isEncrypted = !entry && journal?.lock_type_id === lockTypes.encryption;
  const hint = entry ? entry.hint : journal?.password_hint;
  return (
    <AuthForm checkedForm={form}>
      {hint && (
        <div className={styles.hint}>
          <p className={styles.hintLabel}>{unlock.hint}</p>
          <p className={styles.hintText}>{hint}</p>
        </div>
      )}
      <PasswordField
        label={isEncrypted ? unlock.passwordOrCode : lockText.password}
        name="plain_password"
        autoComplete="off"
        autoFocus
        hint={unlockDuration(data)}
        error={form.error("plain_password")}
      />
      <Button type="submit" variant="primary" busy={form.busy} icon={<LockOpen size={18} aria-hidden />}>
        {unlock.submit}
      </Button>
    </AuthForm>
  );
}

/** The cover of the locked journal, so that the user recognizes it. */
function LockedCover({ journal }: { journal: Journal }) {
  return (
    <div className={styles.lockedCover} aria-hidden>
      <div className={styles.cover}>
        <Cover journal={journal} small />
        <span className={styles.lock}>
          <Lock size={16} />
        </span>
      </div>
    </div>
  );
}

const headingOf = ({ journal, entry }: UnlockData): string =>
  entry ? unlock.entry(entry.title) : unlock.journal(journal?.name ?? null);

/** Shown after a link from an e-mail has removed the lock. */
function LockRemoved({ data: { journal, entry, returnPath } }: { data: UnlockData }) {
  const name = entry ? entry.title || lockText.untitled : (journal?.name ?? "");
  return (
    <AuthPage heading={linkText.removedTitle} lead={linkText.removed(`“${name}”`)}>
      <ButtonLink to={returnPath} variant="primary" replace>
        {linkText.continue}
      </ButtonLink>
    </AuthPage>
  );
}

/** `/journals/:id/unlock` and `/journals/:id/:entryId/unlock`: asks for the password, then continues to the requested page. */
export function UnlockPage() {
  const data = useLoaderData<UnlockData>();
  const { journal, entry, linkOutcome, failure } = data;
  usePageTitle(linkOutcome === "removed" ? linkText.removedTitle : headingOf(data));
  if (linkOutcome === "removed") return <LockRemoved data={data} />;
  if (failure || !journal) {
    return <AuthPage heading={headingOf(data)}>{failure && <ScreenFailure failure={failure} />}</AuthPage>;
  }
  const isEncrypted = !entry && journal.lock_type_id === lockTypes.encryption;
  const lead = isEncrypted ? unlock.encrypted : unlock.lead;
  // The page of another lock must not keep the typed password or the message about the e-mail.
  const lockKey = entry ? `entry ${entry.id}` : `journal ${journal.id}`;
  return (
    <AuthPage
      key={lockKey}
      heading={headingOf(data)}
      lead={entry ? `${unlock.inJournal(journal.name)} ${lead}` : lead}
    >
      <LockedCover journal={journal} />
      {linkOutcome && <FailureNotice failure={linkOutcome} />}
      <UnlockForm data={data} />
      <ForgottenPassword journalId={journal.id} entryId={entry?.id ?? null} isEncrypted={isEncrypted} />
      <OtherLinks>
        <p>
          {entry ? (
            <Link to={`/journals/${journal.id}`}>{unlock.back(journal.name)}</Link>
          ) : (
            <Link to="/journals">{unlock.all}</Link>
          )}
        </p>
      </OtherLinks>
    </AuthPage>
  );
}
