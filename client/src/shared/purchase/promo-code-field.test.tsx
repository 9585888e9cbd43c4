// @vitest-environment happy-dom
import type { Promotion } from "@daybook/domain/contract/plans";
import { expect, test } from "vitest";
import { renderForTest } from "../testing/rendered.tsx";
import { PromoCodeField } from "./promo-code-field.tsx";

const promotion: Promotion = {
  id: "code-1",
  name: "Spring",
  kind: "code",
  percent: 50,
  extra_months: 0,
  ends_at: "2026-11-25T15:00:00.000Z",
  promo_code: "SPRING26",
};

test.each([
  ["what it takes off", 10, promotion, "SPRING26 takes off $10.00."],
  ["the time it adds", 0, { ...promotion, extra_months: 24 }, "SPRING26 adds 2 years for free."],
  ["that the price already includes it", 0, promotion, "The price already includes SPRING26."],
  [
    "that it does not lower the price",
    0,
    { ...promotion, promo_code: null },
    "This code does not make the plan cheaper: the price is already that low.",
  ],
])("for a valid code, the field says %s", async (_, discount, codePromotion, sentence) => {
  const { remove } = await renderForTest(
    <PromoCodeField
      value="SPRING26"
      error={undefined}
      discount={{
        promo_code: "SPRING26",
        price: 19.99,
        current_total: 19.99,
        discount,
        promotion: codePromotion,
      }}
      busy={false}
      onChange={() => {}}
      onApply={() => {}}
      onRemove={() => {}}
    />,
  );
  expect(document.querySelector("[role=status]")?.textContent).toBe(sentence);
  await remove();
});
