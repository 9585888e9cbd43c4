import { useSelector } from "@xstate/react";
import { useState } from "react";
import { Link } from "react-router";
import { commonText } from "../../shared/common-text.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Confirm } from "../../shared/ui/lazy-dialogs.tsx";
import { mobileText } from "./mobile-text.ts";
import styles from "./mobile-page.module.css";

/** `/mobile`: the page for phones and tablets; says what works on them and what does not. */
export function MobilePage() {
  usePageTitle(mobileText.title);
  const { sessionActor } = useServices();
  const firstName = useSelector(sessionActor, ({ context }) => context.session?.user.first_name ?? "");
  const isLoggingOut = useSelector(sessionActor, (state) => state.matches("loggingOut"));
  const [isConfirming, setIsConfirming] = useState(false);
  const { works, needsComputer } = mobileText;
  return (
    <div className={styles.page}>
      <p className={styles.logo}>
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden>
          <path className={styles.book} d="M5 3.5A1.5 1.5 0 0 1 6.5 2H19v20H6.5A1.5 1.5 0 0 1 5 20.5Z" />
          <path className={styles.ribbon} d="M13 2h3v10l-1.5-1.6L13 12Z" />
        </svg>
        {commonText.product}
      </p>
      <section className={styles.sheet}>
        <svg className={styles.drawing} viewBox="0 0 120 64" aria-hidden>
          <path d="M30 8h66a3 3 0 0 1 3 3v37H27V11a3 3 0 0 1 3-3ZM18 56h90l-9-8H27ZM40 20h30M40 28h40M40 36h24" />
          <path
            className={styles.phone}
            d="M11 26h16a3 3 0 0 1 3 3v28a3 3 0 0 1-3 3H11a3 3 0 0 1-3-3V29a3 3 0 0 1 3-3ZM17 55h4"
          />
        </svg>
        <h1>{mobileText.heading(firstName)}</h1>
        <p className={styles.lead}>{mobileText.lead}</p>
        {[works, needsComputer].map(({ heading, points }) => (
          <div key={heading} className={styles.part}>
            <h2>{heading}</h2>
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
        ))}
        <p>{mobileText.safe}</p>
        <Button onClick={() => setIsConfirming(true)}>{mobileText.logOut}</Button>
      </section>
      <p className={styles.links}>
        <Link to="/support">{mobileText.help}</Link>
        <Link to="/online-journal#privacy">{mobileText.privacy}</Link>
      </p>
      <Confirm
        open={isConfirming}
        title={commonText.header.logOutQuestion}
        detail={commonText.header.logOutDetail}
        confirmLabel={commonText.header.logOut}
        cancelLabel={commonText.header.stay}
        busy={isLoggingOut}
        onConfirm={() => sessionActor.send({ type: "logout" })}
        onCancel={() => setIsConfirming(false)}
      />
    </div>
  );
}
