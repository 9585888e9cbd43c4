import type { ReactNode } from "react";
import { classNames } from "../../shared/ui/class-names.ts";
import styles from "./promo-hero.module.css";

/** The designs of the header of a promotion page. `?promo=alternate` in the link chooses the second one. */
export const heroVariants = ["standard", "alternate"] as const;
/** See {@link heroVariants}. */
export type HeroVariant = (typeof heroVariants)[number];

/** The header of a promotion page. */
export function PromoHero({
  variant,
  percent,
  heading,
  lead,
  children,
}: {
  variant: HeroVariant;
  /** the discount in percent; 0 shows none */
  percent: number;
  heading: string;
  /** what the offer is; `null` shows none */
  lead: string | null;
  children?: ReactNode;
}) {
  return (
    <header className={classNames(styles.hero, styles[variant])}>
      {percent > 0 && (
        <span className={styles.percent} aria-hidden>
          −{percent}%
        </span>
      )}
      <div className={styles.words}>
        <h1>{heading}</h1>
        {lead !== null && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
    </header>
  );
}
