import type { Plan } from "@daybook/domain/contract/plans";
import type { Session } from "@daybook/domain/contract/sessions";
import { act } from "react";
import { MemoryRouter } from "react-router";
import type { Api } from "../../api-client.ts";
import { renderForTest } from "../../testing/rendered.tsx";
import { sampleSession } from "../../testing/sample-session.ts";
import { createAtom } from "../../atom.ts";
import type { Services } from "../../services.ts";
import { openPurchaseStore } from "../open-purchase.ts";
import { PurchaseForm } from "../purchase-form.tsx";
import { samplePlan } from "../../testing/sample-plan.ts";

/** The plan of one month. */
export const month: Plan = {
  ...samplePlan,
  name: "Monthly",
  value: "monthly",
  price: 4.99,
  plusPrice: 9.99,
  fullPrice: 4.99,
  fullPlusPrice: 9.99,
  packageName: "standardmonthly",
  plusPackageName: "proplusmonthly",
};
/** The plan of one year. */
export const year: Plan = {
  ...month,
  name: "1 Year",
  value: "1",
  packageName: "standard",
  plusPackageName: "proplus",
};
const lifetime: Plan = {
  ...month,
  name: "Lifetime",
  value: "lifetime",
  price: null,
  packageName: null,
  plusPackageName: "ProPlusLifetime",
};
const session = sampleSession(0);
/** A user without a plan. */
export const { user } = session;
/** The price that the server returns for every plan. */
export const quote = {
  price: 19.99,
  credit: 0,
  current_total: 19.99,
  starts_at: "2026-11-22T12:00:00.000Z",
  ends_at: "2027-11-22T12:00:00.000Z",
};

/** What the code SPRING26 does. */
export const discount = {
  promo_code: "SPRING26",
  price: 19.99,
  current_total: 9.99,
  discount: 10,
  promotion: null,
};
const codeRefusal = {
  ok: false,
  status: 422,
  code: "invalid_promo_code",
  message: "Check the promo code.",
  fields: { promo_code: "There is no such code." },
};

/** A user with a plan that ends. */
export const member = {
  ...user,
  is_pro: true,
  pro_membership: {
    package_name: "standard",
    subscription_length: 1,
    expires_at: "2027-11-22T12:00:00.000Z",
    auto_renew: false,
  },
};

let removeForm = () => Promise.resolve();
/** Removes the form, and what it stored. Call it after each test. */
export async function cleanUpForm(): Promise<void> {
  await removeForm();
  openPurchaseStore.forget();
}

type FormProps = Partial<Parameters<typeof PurchaseForm>[0]>;

/** A reply of the server with this data. */
export const okReply = (data: unknown) => ({ ok: true, status: 200, data });

/**
 * Shows the purchase form with three plans. Only the code SPRING26 is valid.
 *
 * @param answers replies that differ from the usual ones, or promises of them, by the name of the call
 */
export async function showForm(props: FormProps = {}, answers: Record<string, unknown> = {}) {
  const purchases: unknown[] = [];
  const quotes: unknown[] = [];
  const sessionEvents: unknown[] = [];
  let isLoggedIn = true;
  let currentSession: Session | null = session;
  const call = (name: string, input: { body?: { promo_code?: string } }) => {
    if (name === "goProLoggedIn" || name === "manualRenew") purchases.push(input);
    if (name === "getProRatedPrice") quotes.push(input);
    if (name === "validatePromoCode" && input.body?.promo_code !== "SPRING26")
      return Promise.resolve(codeRefusal);
    if (answers[name]) return Promise.resolve(answers[name]);
    const data =
      {
        validatePromoCode: discount,
        listPaymentMethods: { payment_methods: [] },
        goProLoggedIn: session,
        manualRenew: session,
        getBilling: { billing: { auto_renew: false } },
      }[name] ?? quote;
    return Promise.resolve(okReply(data));
  };
  const api = { call } as unknown as Api;
  const settings = { current: createAtom(null) } as unknown as Services["settings"];
  const analytics = { track: () => {} };
  const sessionActor = {
    send: (event: unknown) => void sessionEvents.push(event),
    getSnapshot: () => ({ hasTag: () => isLoggedIn, context: { session: currentSession } }),
  } as unknown as Services["sessionActor"];
  const clock = { now: () => Date.parse("2026-11-22T12:00:00.000Z") };
  const formWith = (changes: FormProps) => (
    <MemoryRouter>
      <PurchaseForm
        plans={[month, year, lifetime]}
        user={user}
        source="billing"
        startsWithYear={false}
        promoCode=""
        onPaid={() => {}}
        {...changes}
      />
    </MemoryRouter>
  );
  const form = await renderForTest(formWith(props), { api, settings, analytics, sessionActor, clock });
  removeForm = form.remove;
  await act(async () => {});
  const { field } = form;
  return {
    purchases,
    /** the prices that the form asked for */
    quotes,
    /** the events that the form sent to the session machine */
    sessionEvents,
    show: (changes: FormProps) => form.show(formWith(changes)),
    leave: () => form.remove(),
    /** another tab has logged in or out */
    changeSession: (newSession: Session | null) => void (currentSession = newSession),
    beginLogout: () => void (isLoggedIn = false),
    field,
    type: async (label: string, text: string) => {
      field(label).focus();
      await form.type(text);
    },
    click: (name: string) => act(async () => form.button(name).click()),
  };
}

export const codeLabel = "Promo code (optional)";
export const cardLabel = "Test card number";
