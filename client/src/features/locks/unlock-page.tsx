import type { Journal } from "@daybook/domain/contract/journals";
import { Lock, LockOpen } from "lucide-react";
import { useState } from "react";
import { Link, useLoaderData, useLocation, useNavigate } from "react-router";
import type { FormRules } from "../../shared/form-rules.ts";
import { requiredRule } from "../../shared/form-rules.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { Cover } from "../../shared/ui/cover.tsx";
import { EntranceForm, EntrancePage, OtherWays } from "../../shared/ui/entrance-page.tsx";
import { PasswordField } from "../../shared/ui/field.tsx";
import { FormFailure } from "../../shared/ui/form-failure.tsx";
import { ScreenFailure } from "../../shared/ui/screen-failure.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-act.ts";
import { Forgotten } from "./forgotten.tsx";
import { entryLock, journalLock } from "../../shared/lock-acts.ts";
import { lockCopy } from "./lock-copy.ts";
import styles from "./unlock-page.module.css";
import type { UnlockData } from "./unlock-route.ts";

const { unlock, link: linkWords } = lockCopy;

const rules: FormRules = { plain_password: requiredRule(unlock.missing) };

/** How long what is opened will stay open. */
function staysFor({ journal, entry }: UnlockData): string {
  if (entry || !journal) return unlock.stays.plain;
  if (journal.auto_lock) return unlock.stays.auto;
  if (journal.lock_type_id === 3) return unlock.stays.tab;
  return journal.remember_password ? unlock.stays.remembered : unlock.stays.plain;
}

function UnlockForm({ data }: { data: UnlockData }) {
  const { journal, entry, onward } = data;
  const services = useServices();
  const navigate = useNavigate();
  const { state } = useLocation();
  const form = useCheckedForm(rules, async (fields) => {
    if (!journal) return null;
    const acts = entry
      ? entryLock(services, { journalId: journal.id, entryId: entry.id })
      : journalLock(services, journal.id);
    const opened = await acts.open(textOf(fields, "plain_password"));
    if (!opened.ok) return opened;
    await navigate(onward, { replace: true, state: state as unknown });
    return null;
  });
  const isEncrypted = !entry && journal?.lock_type_id === 3;
  const hint = entry ? entry.hint : journal?.password_hint;
  return (
    <EntranceForm of={form}>
      {hint && (
        <div className={styles.hint}>
          <p className={styles.hintLabel}>{unlock.hint}</p>
          <p className={styles.hintText}>{hint}</p>
        </div>
      )}
      <PasswordField
        label={isEncrypted ? unlock.passwordOrCode : lockCopy.password}
        name="plain_password"
        autoComplete="off"
        autoFocus
        hint={staysFor(data)}
        error={form.error("plain_password")}
      />
      <Button type="submit" variant="primary" busy={form.busy} icon={<LockOpen size={18} aria-hidden />}>
        {unlock.submit}
      </Button>
    </EntranceForm>
  );
}

/** What is locked, to be recognised before it is opened. */
function Subject({ journal }: { journal: Journal }) {
  return (
    <div className={styles.subject} aria-hidden>
      <div className={styles.cover}>
        <Cover journal={journal} small />
        <span className={styles.lock}>
          <Lock size={16} />
        </span>
      </div>
    </div>
  );
}

const nameOf = ({ journal, entry }: UnlockData): string =>
  entry ? unlock.entry(entry.title) : unlock.journal(journal?.name ?? "");

/** A mailed link has taken the lock off. */
function LockOff({ data: { journal, entry, onward } }: { data: UnlockData }) {
  const what = entry?.title ?? journal?.name ?? "";
  return (
    <EntrancePage heading={linkWords.offTitle} lead={linkWords.off(`“${what}”`)}>
      <ButtonLink to={onward} variant="primary" replace>
        {linkWords.go}
      </ButtonLink>
    </EntrancePage>
  );
}

/** `/journals/:id/unlock` and `/journals/:id/:entryId/unlock`: asks for the password, and leads on to where one was going. */
export function UnlockPage() {
  const data = useLoaderData<UnlockData>();
  const [address] = useState(data.onward);
  const { journal, entry, link, failure } = data;
  usePageTitle(nameOf(data));
  if (link === "off") return <LockOff data={data} />;
  if (failure || !journal) {
    return (
      <EntrancePage heading={lockCopy.unlock.entry(null)}>
        {failure && <ScreenFailure failure={failure} stale={false} />}
      </EntrancePage>
    );
  }
  const isEncrypted = !entry && journal.lock_type_id === 3;
  const lead = isEncrypted ? unlock.encrypted : unlock.lead;
  return (
    <EntrancePage heading={nameOf(data)} lead={entry ? `${unlock.inJournal(journal.name)} ${lead}` : lead}>
      <Subject journal={journal} />
      <FormFailure failure={link} />
      <UnlockForm key={address} data={data} />
      <Forgotten journalId={journal.id} entryId={entry?.id ?? null} isEncrypted={isEncrypted} />
      <OtherWays>
        <p>
          {entry ? (
            <Link to={`/journals/${journal.id}`}>{unlock.back(journal.name)}</Link>
          ) : (
            <Link to="/journals">{unlock.all}</Link>
          )}
        </p>
      </OtherWays>
    </EntrancePage>
  );
}
