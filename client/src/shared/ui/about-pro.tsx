import type { PurchaseSource } from "@daybook/domain/contract/analytics-values";
import { planText } from "../purchase/plan-text.ts";
import { openUpgrade } from "../upgrade.ts";
import styles from "./about-pro.module.css";

/** A button that is part of a sentence. It opens the upgrade dialog. */
export function AboutPro({ source }: { source: PurchaseSource }) {
  return (
    <button type="button" className={styles.button} onClick={() => openUpgrade(source)}>
      {planText.aboutPro}
    </button>
  );
}
