import type { AccountSession } from "@daybook/domain/contract/account";
import { useSelector } from "@xstate/react";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Confirm } from "../../shared/ui/lazy-dialogs.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { momentOf } from "../../shared/dates.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import { accountText } from "./account-text.ts";
import { browserName } from "../../shared/browser-name.ts";
import { LoadFailure } from "../../shared/ui/load-failure.tsx";
import { Section } from "./section.tsx";
import styles from "./security.module.css";
import { useFetched } from "../../shared/use-fetched.ts";

const labels = accountText.sessions;

const SessionRow = observer(function SessionRow({
  session,
  onEnded,
}: {
  session: AccountSession;
  onEnded: () => void;
}) {
  const { api } = useServices();
  const toasts = useToasts();
  const dateFormat = useDateFormat();
  const [busy, setBusy] = useState(false);
  const name = browserName(session.user_agent) ?? labels.unknownBrowser;
  const { created_at: createdAt, last_used_at: lastUsedAt } = session;
  const details = [
    session.ip,
    lastUsedAt
      ? labels.lastUsed(momentOf(lastUsedAt, dateFormat))
      : labels.loggedIn(momentOf(createdAt, dateFormat)),
  ];
  const endSession = async () => {
    setBusy(true);
    const result = await api.call("endSession", { params: { sessionId: String(session.id) } });
    setBusy(false);
    // `not_found`: the session had already ended, which is a success too.
    if (result.ok || result.code === "not_found") onEnded();
    else toasts.show(result.message);
  };
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.name}>
          {name}
          {session.current && <span className={styles.thisDevice}>{labels.thisDevice}</span>}
        </p>
        <p className={styles.details}>{details.filter(Boolean).join(" · ")}</p>
      </div>
      {!session.current && (
        <Button busy={busy} aria-label={labels.logOutDevice(name)} onClick={() => void endSession()}>
          {labels.logOut}
        </Button>
      )}
    </li>
  );
});

/**
 * All sessions of the user, the current one first.
 *
 * @param reloadKey a change of this value reloads the list
 */
export function SessionsSection({ reloadKey }: { reloadKey: number }) {
  const { api, sessionActor } = useServices();
  const toasts = useToasts();
  const token = useSelector(sessionActor, (state) => state.context.session?.access_token.token ?? null);
  const { data, failure, busy, reload } = useFetched("listSessions", {}, `${token} ${reloadKey}`);
  const [isAsking, setIsAsking] = useState(false);
  const [isEndingOthers, setIsEndingOthers] = useState(false);
  const [failureMessage, setFailureMessage] = useState<string>();
  const sessions = (data?.sessions ?? [])
    .map(({ session }) => session)
    .sort((a, b) => Number(b.current) - Number(a.current));
  const hasOthers = sessions.length > 1;

  const endOtherSessions = async () => {
    setIsEndingOthers(true);
    const result = await api.call("endOtherSessions");
    setIsEndingOthers(false);
    if (!result.ok) return setFailureMessage(result.message);
    setIsAsking(false);
    toasts.show(labels.done);
    reload();
  };

  return (
    <Section title={labels.title} lead={labels.lead}>
      {failure && <LoadFailure failure={failure} busy={busy} onRetry={reload} />}
      {!data && !failure && <Skeleton lines={4} />}
      {data && (
        <ul className={styles.sessions}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnded={reload} />
          ))}
        </ul>
      )}
      {data && !hasOthers && <p className={styles.details}>{labels.noOthers}</p>}
      {data && hasOthers && (
        <Button
          className={styles.others}
          onClick={() => {
            setFailureMessage(undefined);
            setIsAsking(true);
          }}
        >
          {labels.logOutOthers}
        </Button>
      )}
      <Confirm
        open={isAsking}
        title={labels.question}
        detail={labels.detail}
        confirmLabel={labels.logOutOthers}
        cancelLabel={labels.cancel}
        busy={isEndingOthers}
        error={failureMessage}
        onConfirm={() => void endOtherSessions()}
        onCancel={() => setIsAsking(false)}
      />
    </Section>
  );
}
