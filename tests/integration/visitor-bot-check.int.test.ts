import { randomUUID } from "node:crypto";
import type { Application } from "@daybook/application/application";
import type { Command, Context } from "@daybook/application/context";
import { buyLoggedOut } from "@daybook/application/purchases/buy-logged-out";
import { redeemPromo } from "@daybook/application/purchases/redeem-promo";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { afterAll, beforeAll, expect, it } from "vitest";
import { proSubmission } from "./people.ts";
import { createPromoCode } from "./promo-steps.ts";
import { openSecondApplication } from "./second-application.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
/** An application whose bot check accepts each token once, as Turnstile does. */
let app: Application;

beforeAll(async () => {
  daybook = await sharedDaybook();
  const usedTokens = new Set<string>();
  const verify: Application["botCheck"]["verify"] = (token = "") => {
    const isFirstUse = token !== "" && !usedTokens.has(token);
    usedTokens.add(token);
    return Promise.resolve(isFirstUse ? "passed" : "failed");
  };
  app = { ...(await openSecondApplication(daybook.platform)), botCheck: { siteKey: "site key", verify } };
});
afterAll(() => app?.waiter.close());

function newContext(): Context<null> {
  const [commandId, now] = [randomUUID(), app.clock.now()];
  const command: Command = {
    commandId,
    correlationId: commandId,
    repeated: false,
    completed: false,
    ids: [app.newId(), app.newId()],
    now,
    at: new Date(now).toISOString(),
    actor: null,
    sessionId: null,
    requestId: "test",
    source: "web",
  };
  return { actor: null, command, caller: { ip: "192.0.2.1", userAgent: "test" } };
}
const repeatOf = (context: Context<null>): Context<null> => ({
  ...context,
  command: { ...context.command, repeated: true },
});

const newVisitor = (turnstile: string = randomUUID()) => ({
  email: `visitor-${randomUUID()}@example.com`,
  password: "and so to bed 1660",
  turnstile,
  firstName: "Samuel",
  lastName: "",
  receiveMarketingEmails: false,
  isBrowser: false,
});
type Visitor = ReturnType<typeof newVisitor>;

const buy = async (application: Application, context: Context<null>, visitor: Visitor) => {
  const result = await buyLoggedOut(application, context, visitor, proSubmission);
  return isRejection(result) ? result.code : "paid";
};
const redeem = async (context: Context<null>, visitor: Visitor, code: string) => {
  const { email, password } = visitor;
  const result = await redeemPromo(app, context, { code, email, password, signUp: visitor });
  return isRejection(result) ? result.code : "redeemed";
};

/** The application with a provider that charges, but does not answer. */
function withSilentPayments(): Application {
  const charge: Application["payments"]["charge"] = async (request) => {
    await app.payments.charge(request);
    return { kind: "unknown" };
  };
  const findCharge = () => Promise.reject(new Error("silent"));
  return { ...app, payments: { ...app.payments, charge, findCharge } };
}

it("a visitor's purchase without an answer is finished by its repeat, although the bot token was used", async () => {
  const [context, visitor] = [newContext(), newVisitor()];
  expect(await buy(withSilentPayments(), context, visitor)).toBe("payment_unknown");
  expect(await buy(app, repeatOf(context), visitor)).toBe("paid");
  expect(await buy(app, newContext(), visitor)).toBe("bot_check");
});

it("a repeat passes the bot check as long as the ledger recognises it", async () => {
  const [context, visitor] = [newContext(), newVisitor()];
  expect(await buy(withSilentPayments(), context, visitor)).toBe("payment_unknown");
  const inHours = (hours: number) =>
    openSecondApplication(daybook.platform, () => daybook.platform.clock.now() + hours * 3_600_000);
  for (const [hours, outcome] of [
    [49, "bot_check"],
    [47, "paid"],
  ] as const) {
    const laterApp = await inHours(hours);
    expect(
      await buy({ ...laterApp, botCheck: app.botCheck, payments: app.payments }, repeatOf(context), visitor),
    ).toBe(outcome);
    laterApp.waiter.close();
  }
});

it("a repeat whose first run failed the bot check is checked again", async () => {
  const [context, visitor] = [newContext(), newVisitor("")];
  expect(await buy(app, context, visitor)).toBe("bot_check");
  expect(await buy(app, repeatOf(context), visitor)).toBe("bot_check");
});

it("an interrupted redemption is finished by its repeat, although the bot token was used", async () => {
  const [context, visitor] = [newContext(), newVisitor()];
  const code = await createPromoCode(daybook, { percent: 0, price: 0, planKeys: ["standard:1"] });
  const { orders } = app;
  app = { ...app, orders: { ...orders, begin: () => Promise.reject(new Error("killed")) } };
  await expect(redeem(context, visitor, code)).rejects.toThrow("killed");
  app = { ...app, orders };
  expect(await redeem(repeatOf(context), visitor, code)).toBe("redeemed");
});
