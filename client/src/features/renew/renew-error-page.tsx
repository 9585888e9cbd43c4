import { useSearchParams } from "react-router";
import { usePageTitle } from "../../shared/page-title.ts";
import { renewPath } from "../../shared/purchase/renew-path.ts";
import { useSupportEmail } from "../../shared/use-support-email.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { SheetPage } from "../../shared/ui/sheet-page.tsx";
import styles from "./renew-page.module.css";
import { renewText } from "./renew-text.ts";

const labels = renewText.error;

/** `/app/renew-error ?pc&after_login`, after a payment failed: shows the e-mail address for help, and a link back to the form. */
export function RenewErrorPage() {
  usePageTitle(labels.title);
  const supportEmail = useSupportEmail();
  const [query] = useSearchParams();
  const formPath = renewPath({
    hidesMessage: true,
    promoCode: query.get("pc"),
    afterLogin: query.get("after_login"),
  });
  return (
    <SheetPage className={styles.page}>
      <h1>{labels.heading}</h1>
      <p>{labels.detail}</p>
      {supportEmail && (
        <p>
          {labels.support} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </p>
      )}
      <div className={styles.actions}>
        <ButtonLink to={formPath} variant="primary">
          {labels.renew}
        </ButtonLink>
        <ButtonLink to="/support">{labels.help}</ButtonLink>
      </div>
    </SheetPage>
  );
}
