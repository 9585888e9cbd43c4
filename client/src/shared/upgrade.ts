import type { PurchaseSource } from "@daybook/domain/contract/analytics-values";
import { createAtom } from "./atom.ts";

/** Where the upgrade dialog was opened; `null` while it is closed. */
export const upgradeSource = createAtom<PurchaseSource | null>(null);

/** Opens the upgrade dialog, or the renew dialog for accounts that have or had a paid plan. */
export const openUpgrade = (source: PurchaseSource): void => upgradeSource.set(source);
