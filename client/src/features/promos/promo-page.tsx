import type { PurchaseSource } from "@daybook/domain/contract/analytics-values";
import type { Promotion } from "@daybook/domain/contract/plans";
import { useSelector } from "@xstate/react";
import { type ReactNode, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { usePageTitle } from "../../shared/page-title.ts";
import { planText } from "../../shared/purchase/plan-text.ts";
import { PurchaseSection } from "../../shared/purchase/purchase-section.tsx";
import { purchaseText } from "../../shared/purchase/purchase-text.ts";
import { useServices } from "../../shared/services.ts";
import { loginPath, salesPath } from "../../shared/site-paths.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { LoadFailure } from "../../shared/ui/load-failure.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { CountdownClock } from "./countdown-clock.tsx";
import { NoOffer } from "./no-offer.tsx";
import { effectOf } from "./promo-banner.tsx";
import { PromoHero, heroVariants } from "./promo-hero.tsx";
import styles from "./promo-page.module.css";
import { promosText } from "./promos-text.ts";
import { useCountdown } from "./use-countdown.ts";
import { type Offer, type PromoPageKind, useOffer } from "./use-offer.ts";

const labels = promosText.page;
const purchaseSources: Readonly<Record<PromoPageKind, PurchaseSource>> = {
  flash: "flash_sale",
  power_user: "power_user_sale",
  named: "promo_page",
};
const pageTextOf = (page: PromoPageKind) =>
  ({ flash: labels.flash, power_user: labels.powerUser, named: labels.named })[page];

/** False for the offer for renewing a plan: the `ends_at` of that offer is always a day from now. */
const hasFixedEnd = ({ kind }: Promotion): boolean => kind !== "renew";

/** The price of the one-year plan; while it is reduced, also the full price, struck through. */
function YearPrice({ offer: { isPlus, price, fullPrice } }: { offer: Offer }) {
  return (
    <p className={styles.price}>
      {isPlus ? labels.plusYear : labels.year}:{" "}
      {price < fullPrice && (
        <>
          <span className="visually-hidden">{labels.fullPrice}</span>{" "}
          <s className={styles.full}>{planText.dollars(fullPrice)}</s>{" "}
          <span className="visually-hidden">{labels.now}</span>
        </>
      )}{" "}
      <strong>{planText.dollars(price)}</strong>
    </p>
  );
}

/** Lets a visitor buy with a new account, or log in and come back to this page. */
function VisitorActions({ offer }: { offer: Offer }) {
  const { pathname, search } = useLocation();
  const query = offer.code ? `?${new URLSearchParams({ pc: offer.code })}` : "";
  return (
    <>
      <div>
        <ButtonLink to={salesPath + query} variant="primary">
          {labels.buy(planText.dollars(offer.price))}
        </ButtonLink>
      </div>
      <p className={styles.note}>{purchaseText.renewal.visitor}</p>
      <p>
        {labels.haveAccount} <Link to={loginPath(pathname + search)}>{labels.logIn}</Link>
      </p>
    </>
  );
}

function OfferView({ page, offer }: { page: PromoPageKind; offer: Offer }) {
  const [query] = useSearchParams();
  const { sessionActor } = useServices();
  const isLoggedIn = useSelector(sessionActor, ({ context }) => context.session !== null);
  const [hasSent, setHasSent] = useState(false);
  const [isPaid, setIsPaid] = useState(false);
  const { promotion, yearlyPlan } = offer;
  const leftMs = useCountdown(promotion.ends_at);
  // The pages of flash sales and of the offer for power users have their own texts. A named page shows the promotion's name and effect.
  // So does every page with the code of a promotion of another kind.
  const { heading, lead } =
    promotion.kind === page ? pageTextOf(page) : { heading: promotion.name, lead: effectOf(promotion) };
  const variant = heroVariants.find((name) => name === query.get("promo")) ?? "standard";
  // After a purchase is sent, the form stays, because it shows the answer.
  const isTooLate = hasFixedEnd(promotion) && leftMs === 0 && !hasSent;
  return (
    <>
      <PromoHero
        variant={variant}
        percent={isTooLate ? 0 : promotion.percent}
        heading={heading}
        lead={isTooLate ? null : lead}
      >
        {!isTooLate && hasFixedEnd(promotion) && (
          <CountdownClock endsAt={promotion.ends_at} leftMs={leftMs} />
        )}
      </PromoHero>
      {isTooLate ? (
        <NoOffer title={labels.over} detail={labels.overDetail} />
      ) : (
        <section className={styles.sheet}>
          <YearPrice offer={offer} />
          {isLoggedIn ? (
            <PurchaseSection
              plans={[yearlyPlan]}
              onlyYear
              source={purchaseSources[page]}
              promoCode={offer.code}
              hasTitle={false}
              onSent={() => setHasSent(true)}
              onPaid={() => setIsPaid(true)}
            />
          ) : (
            <VisitorActions offer={offer} />
          )}
          {isPaid && (
            <div>
              <ButtonLink to="/journals" variant="primary">
                {labels.journals}
              </ButtonLink>
            </div>
          )}
        </section>
      )}
    </>
  );
}

/**
 * The page while there is no offer to show.
 *
 * @param props.hasLead false when the offer does not exist, because the lead describes the offer
 */
function PageWithoutOffer({
  page,
  hasLead,
  children,
}: {
  page: PromoPageKind;
  hasLead: boolean;
  children: ReactNode;
}) {
  // It is not known yet whether the person has written 15 entries, so the heading does not say so.
  const { heading, lead } =
    page === "power_user"
      ? { heading: labels.powerUser.title, lead: labels.powerUser.about }
      : pageTextOf(page);
  return (
    <>
      <PromoHero variant="standard" percent={0} heading={heading} lead={hasLead ? lead : null} />
      {children}
    </>
  );
}

/** The kind of the page with this path. */
function pageKindOf(pathname: string): PromoPageKind {
  if (pathname === "/promos/flash-sale") return "flash";
  return pathname === "/promos/power-user-sale" ? "power_user" : "named";
}

/** A promotion page with the prices of one person. Give it a `key` that changes with the user. */
function PageOfPerson() {
  const [query] = useSearchParams();
  const { pathname, search } = useLocation();
  const page = pageKindOf(pathname);
  usePageTitle(pageTextOf(page).title);
  const code = query.get("pc")?.trim() ?? "";
  const state = useOffer(page, code);
  if (state.kind === "offer") {
    return (
      <div className={styles.page}>
        <OfferView key={state.offer.promotion.ends_at} page={page} offer={state.offer} />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <PageWithoutOffer page={page} hasLead={state.kind !== "none" && state.kind !== "bad code"}>
        {state.kind === "loading" && <Skeleton lines={6} />}
        {state.kind === "failed" && (
          <LoadFailure failure={state.failure} busy={state.busy} onRetry={state.reload} />
        )}
        {state.kind === "none" && <NoOffer title={labels.none} detail={labels.noneDetail} />}
        {state.kind === "bad code" && (
          <>
            <Notice tone="failure">{state.message}</Notice>
            <NoOffer title={labels.badCode} detail={labels.noneDetail} />
          </>
        )}
        {state.kind === "needs a log-in" && (
          <section className={styles.sheet}>
            <p>{labels.logInHint}</p>
            <div>
              <ButtonLink to={loginPath(pathname + search)} variant="primary">
                {labels.logIn}
              </ButtonLink>
            </div>
          </section>
        )}
      </PageWithoutOffer>
    </div>
  );
}

/**
 * The page of `/promos/flash-sale`, `/promos/power-user-sale` and `/promos/:name`. It sells a year of PRO or PRO plus at the price of a
 * promotion. The query may have a promo code (`pc`) and the design of the header (`promo`).
 */
export function PromoPage() {
  const { sessionActor } = useServices();
  const userId = useSelector(sessionActor, ({ context }) => context.session?.user.id);
  return <PageOfPerson key={userId ?? "visitor"} />;
}
