import { useSelector } from "@xstate/react";
import { useEffect, useRef, useState } from "react";
import { commonText } from "../../shared/common-text.ts";
import { expiredAccount } from "../../shared/expired-account.ts";
import { momentOf } from "../../shared/dates.ts";
import { operationsText } from "../../shared/operations/operations-text.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { renewPath } from "../../shared/purchase/renew-path.ts";
import { randomToken } from "../../shared/random-token.ts";
import { useServices } from "../../shared/services.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { RadioList } from "../../shared/ui/radio-list.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useDateFormat } from "../../shared/use-date-format.ts";
import { DowngradeExplanation } from "./downgrade-explanation.tsx";
import { DowngradeForm } from "./downgrade-form.tsx";
import { SheetPage } from "../../shared/ui/sheet-page.tsx";
import styles from "./downgrade-page.module.css";
import { downgradeText as labels } from "./downgrade-text.ts";
import type { DowngradeContext } from "./downgrade-values.ts";
import { nextPath, useDowngrade } from "./use-downgrade.ts";

/** A heading that gets the focus when it appears, because it replaces the form. */
function NewHeading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  );
}

function Progress({ operation }: Pick<DowngradeContext, "operation">) {
  const { done = 0, total = 0 } = operation ?? {};
  return (
    <>
      <NewHeading text={labels.running.heading} />
      <p>{labels.running.detail}</p>
      <div className={styles.progress}>
        <span>{labels.running.label}</span>
        {total > 0 && <span className={styles.count}>{operationsText.count(done, total)}</span>}
        <progress
          className={styles.bar}
          aria-label={labels.running.label}
          {...(total > 0 && { value: done, max: total })}
        />
      </div>
    </>
  );
}

/** Shown when there is nothing more to do on this page, with a link to the next one. */
function End({ heading, detail, next, to }: { heading: string; detail: string; next: string; to: string }) {
  return (
    <>
      <NewHeading text={heading} />
      <p>{detail}</p>
      <p>
        <ButtonLink to={to} replace>
          {next}
        </ButtonLink>
      </p>
    </>
  );
}

/** Tells a visitor that this browser sent a downgrade and never got the answer. */
function Unanswered({ since }: { since: number }) {
  const dateFormat = useDateFormat();
  return <Notice>{labels.unanswered(momentOf(new Date(since).toISOString(), dateFormat))}</Notice>;
}

/** Shown to users who never bought a plan, or have already downgraded. */
function NothingToDowngrade() {
  return (
    <>
      <h1>{labels.nothing.heading}</h1>
      <p>{labels.nothing.detail}</p>
      <p>
        <ButtonLink to="/app/account">{labels.nothing.back}</ButtonLink>
      </p>
    </>
  );
}

/** The downgrade of a user or a visitor, from the explanation to the success message. */
function Downgrade() {
  const { sessionActor, isMobile } = useServices();
  const [state, send] = useDowngrade();
  const user = useSelector(sessionActor, ({ context }) => context.session?.user);
  const isLoggedIn = user !== undefined;
  // True for a visitor whose log-in was just refused because the plan has ended. `expiredAccount` is read only once, because the end of
  // the downgrade clears it.
  const [wasLoginRefused] = useState(() => expiredAccount.get() !== null);
  const hasPlanEnded = user ? !user.is_pro : wasLoginRefused;
  const { kind, fields, details, failure, operation, hasStopped, unansweredSince } = state.context;
  const isConfirming = state.matches("confirming");
  useEffect(() => {
    // The session ended in another tab, so the form must ask for e-mail and password.
    if (isConfirming && !isLoggedIn && kind !== "loggedOut") send({ type: "kind.chosen", kind: "loggedOut" });
    // Somebody has logged in in another tab, perhaps another person. So the form must not keep the typed e-mail and password.
    if (isConfirming && isLoggedIn && kind === "loggedOut")
      send({ type: "typed", fields: { email: "", password: "" } });
  }, [isConfirming, isLoggedIn, kind, send]);

  if (state.matches("nothing")) return <NothingToDowngrade />;
  if (state.matches("running")) return <Progress operation={operation} />;
  if (state.matches("sessionEnded"))
    return <End {...labels.sessionEnded} to={nextPath("signedIn", isMobile)} />;
  if (state.matches("done") || state.matches("redirected")) {
    const { heading, detail, detailPro, next } = labels.done;
    const kindDetail = kind === "plusToPro" ? detailPro : detail;
    return <End heading={heading} detail={kindDetail} next={next} to={nextPath(kind, isMobile)} />;
  }
  const isOutcomeUnknown = state.matches("unknown");
  const isLoading = state.matches("finding") || state.matches("explaining");
  const onSend = () => send(isOutcomeUnknown ? { type: "again" } : { type: "downgrade", key: randomToken() });
  return (
    <>
      <h1>{labels.heading}</h1>
      {isLoading && <Skeleton lines={6} />}
      {state.matches("loadFailed") && (
        <Notice tone="failure">
          {failure?.message ?? commonText.errors.unexpected}
          <Button onClick={() => send({ type: "again" })}>{commonText.actions.tryAgain}</Button>
        </Notice>
      )}
      {details && !isLoading && (
        <>
          {user?.is_pro_plus && kind !== "loggedOut" && (
            <RadioList
              legend={labels.kinds.legend}
              value={kind}
              options={[
                { value: "plusToPro", label: labels.kinds.plusToPro },
                { value: "signedIn", label: labels.kinds.signedIn },
              ]}
              onChoose={(chosenKind) => send({ type: "kind.chosen", kind: chosenKind })}
            />
          )}
          <DowngradeExplanation kind={kind} details={details} hasPlanEnded={hasPlanEnded} />
          {details.offer && (
            <section className={styles.offer} aria-labelledby="downgrade-offer">
              <h2 id="downgrade-offer">{labels.offer.heading}</h2>
              <p>{labels.offer.detail}</p>
              <p className={styles.quiet}>{labels.offer.terms}</p>
              <Button variant="primary" onClick={() => send({ type: "offer.claimed" })}>
                {labels.offer.claim}
              </Button>
            </section>
          )}
          {unansweredSince !== null && <Unanswered since={unansweredSince} />}
          {hasStopped && <Notice tone="failure">{labels.stopped}</Notice>}
          <DowngradeForm
            kind={kind}
            fields={fields}
            failure={failure}
            busy={state.matches("starting")}
            isOutcomeUnknown={isOutcomeUnknown}
            keepPath={isLoggedIn && !hasPlanEnded ? (isMobile ? "/" : "/app/account/billing") : renewPath()}
            keepLabel={hasPlanEnded ? labels.renew : labels.keep}
            onType={(typedFields) => send({ type: "typed", fields: typedFields })}
            onSend={onSend}
          />
        </>
      )}
    </>
  );
}

/** `/app/downgrade`: for logged-in users, and for visitors who enter e-mail and password. */
export function DowngradePage() {
  usePageTitle(labels.title);
  return (
    <SheetPage className={styles.page}>
      <Downgrade />
    </SheetPage>
  );
}
