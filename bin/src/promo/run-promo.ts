import { systemClock } from "@daybook/platform/clock";
import type { Config } from "@daybook/platform/config";
import {
  createPromotions,
  type NewPromotion,
  type Promotions,
  type StoredPromotion,
} from "@daybook/platform/payments/promotions";
import { withDaybook } from "../account/with-daybook.ts";

/** A subcommand of `npm run promo`. */
export type PromoCommand =
  | { readonly name: "create"; readonly promotion: NewPromotion }
  | { readonly name: "list" }
  | { readonly name: "end"; readonly idOrCode: string };

const reductionOf = ({ price, percent }: NewPromotion): string =>
  price === null ? `${percent} percent off` : `$${(price / 100).toFixed(2)}`;

function stateOf({ startsAt, endsAt }: NewPromotion, now: string): string {
  if (endsAt <= now) return "ended";
  return startsAt > now ? "planned" : "running";
}

/** A promotion in one line. */
function lineOf(promotion: StoredPromotion, now: string): string {
  const { id, kind, promoCode, name, planKeys, startsAt, endsAt, uses, maxUses, source } = promotion;
  const limit = maxUses === null ? "" : ` of ${maxUses}`;
  return [
    id.padEnd(10),
    stateOf(promotion, now).padEnd(8),
    (promoCode ?? "no code").padEnd(16),
    reductionOf(promotion).padEnd(16),
    `${startsAt.slice(0, 16)}Z to ${endsAt.slice(0, 16)}Z`,
    `used ${uses}${limit}`,
    planKeys ? planKeys.join(",") : "all yearly plans",
    ...(source === null ? [] : [`source ${source}`]),
    ...(kind === "flash" ? [name] : []),
  ].join("  ");
}

async function run(
  promotions: Promotions,
  command: PromoCommand,
  printLine: (line: string) => void,
): Promise<number> {
  const now = new Date(systemClock.now()).toISOString();
  switch (command.name) {
    case "create": {
      const newPromotion = await promotions.create(command.promotion);
      printLine(newPromotion ? lineOf(newPromotion, now) : "There is or was a promotion with this code.");
      return newPromotion ? 0 : 1;
    }
    case "end": {
      const isEnded = await promotions.end(command.idOrCode, now);
      printLine(
        isEnded ? "The promotion has ended." : "There is no such promotion, or it has ended already.",
      );
      return isEnded ? 0 : 1;
    }
    case "list": {
      const promotionList = await promotions.list();
      if (promotionList.length === 0) printLine("There are no promotions.");
      for (const promotion of promotionList) printLine(lineOf(promotion, now));
      return 0;
    }
  }
}

/** Runs a subcommand on the configured database. Daybook may be running or stopped. Returns the exit code. */
export const runPromo = (
  command: PromoCommand,
  config: Config,
  printLine: (line: string) => void,
): Promise<number> => withDaybook(config, ({ pool }) => run(createPromotions({ pool }), command, printLine));
