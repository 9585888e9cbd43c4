import { product } from "@daybook/domain/contract/bounds";
import { useMachine } from "@xstate/react";
import { useState } from "react";
import { type NavigateFunction, useNavigate } from "react-router";
import { fromPromise } from "xstate";
import { expiredAccount } from "../../shared/expired-account.ts";
import { operationMachine } from "../../shared/operations/operation.machine.ts";
import { type Services, useServices } from "../../shared/services.ts";
import { refreshSession } from "../../shared/session/refresh-session.ts";
import { renewPath } from "../../shared/purchase/renew-path.ts";
import type { DetailsResult, DowngradeKind, DowngradeSubmission, StartResult } from "./downgrade-values.ts";
import { downgradeMachine } from "./downgrade.machine.ts";
import { findEarlier, readOperation } from "./find-earlier.ts";
import { openDowngradeStore } from "./open-downgrade.ts";

/** Where the page continues after a downgrade. */
export function nextPath(kind: DowngradeKind, isMobile: boolean): string {
  if (kind === "plusToPro") return isMobile ? "/" : "/app/account/billing";
  return isMobile ? "/mobile/login" : "/app/login";
}

/** Loads the details for the explanation. A visitor gets no names of journals and no amounts. */
async function loadDetails({ api }: Services, kind: DowngradeKind): Promise<DetailsResult> {
  // An offer that cannot be loaded is left out.
  const offerReply = api
    .call("getDowngradeOffer", {}, { quiet401: true })
    .then((result) => (result.ok ? result.data.promotion : null));
  if (kind === "loggedOut") {
    const details = { refund: null, mergedJournals: null, lockedJournals: [], offer: await offerReply };
    return { ok: true, details };
  }
  const [offer, refund, journals] = await Promise.all([
    offerReply,
    api.call("getRefundAmount"),
    api.call("listJournals"),
  ]);
  if (!refund.ok) return refund;
  if (!journals.ok) return journals;
  const personalJournals = journals.data.journals
    .map(({ journal }) => journal)
    .filter(({ is_classroom_master, is_classroom_slave }) => !is_classroom_master && !is_classroom_slave);
  return {
    ok: true,
    details: {
      refund: refund.data.refund_amount,
      mergedJournals: personalJournals.filter(({ is_unlocked }) => is_unlocked),
      lockedJournals: personalJournals.filter(({ is_unlocked }) => !is_unlocked),
      offer,
    },
  };
}

const callNames = {
  signedIn: "downgrade",
  plusToPro: "plusToProDowngrade",
} as const;

/** Starts a downgrade. Repeats of a submission have the same idempotency key, so the downgrade happens only once. */
async function startDowngrade({ api }: Services, { kind, fields, key }: DowngradeSubmission) {
  const body = {
    client: product.client,
    downgrade_options: { refund: true },
    ...(fields.comments.trim() !== "" && { downgrade_comments: fields.comments.trim() }),
  };
  const options = { idempotencyKey: key, quiet401: true };
  if (kind !== "loggedOut") return api.call(callNames[kind], { body }, options);
  const credentials = { email: fields.email.trim(), password: fields.password };
  return api.call("downgradeLoggedOut", { body: { ...body, ...credentials } }, options);
}

/** The downgrade machine with the calls of the API. */
function machineOf(services: Services, navigate: NavigateFunction) {
  const { api, clock, sessionActor, isMobile } = services;
  /** lets the operation be read after the sessions have ended */
  let token: string | undefined;
  const currentAccessToken = () => sessionActor.getSnapshot().context.session?.access_token.token;
  /** the access token that this browser had when this page last looked for an earlier downgrade or sent a new one */
  let accessToken: string | undefined;
  const follow = operationMachine.provide({
    actors: {
      poll: fromPromise(async ({ input, signal }) => {
        const operation = await readOperation(services, input, token, signal);
        if (operation && "ok" in operation) throw new Error(operation.code);
        return operation;
      }),
    },
  });
  return downgradeMachine.provide({
    actors: {
      findEarlier: fromPromise(async ({ signal }) => {
        accessToken = currentAccessToken();
        const earlier = await findEarlier(services, signal);
        if ("token" in earlier) ({ token } = earlier);
        return earlier;
      }),
      loadDetails: fromPromise(({ input }) => loadDetails(services, input)),
      start: fromPromise(async ({ input }): Promise<StartResult> => {
        if (!input) throw new Error("A downgrade needs a form.");
        const userId = sessionActor.getSnapshot().context.session?.user.id ?? null;
        const note = { userId, kind: input.kind, startedAt: clock.now(), operation: null };
        openDowngradeStore.note(note);
        accessToken = currentAccessToken();
        const result = await startDowngrade(services, input);
        if (!result.ok) {
          const isRefused = result.status > 0 && result.status < 500;
          if (isRefused) openDowngradeStore.forget();
          return result;
        }
        const { operation } = result.data;
        ({ token } = operation);
        openDowngradeStore.note({ ...note, operation: { id: operation.id, token } });
        return { ok: true, operation };
      }),
      follow,
    },
    actions: {
      "open renewal": ({ context }) =>
        void navigate(renewPath({ hidesMessage: true, promoCode: context.details?.offer?.promo_code })),
      "forget earlier": () => openDowngradeStore.forget(),
      "update session": (_, { kind }) => {
        if (kind === "plusToPro") return void refreshSession(services);
        expiredAccount.set(null);
        // The server has ended the sessions. This page stays open, because it needs no session.
        if (currentAccessToken() === accessToken) return sessionActor.send({ type: "unauthorised" });
        // The browser has a different access token now, after a refresh or a new log-in, perhaps to another account. If the server has
        // ended the session of that token too, this call gets a 401, which logs out this browser.
        return void api.call("getRunningDowngrade");
      },
      redirect: (_, { kind }) => void navigate(nextPath(kind, isMobile), { replace: true }),
    },
  });
}

/** The state and the `send` function of the downgrade machine of this page. */
export function useDowngrade() {
  const services = useServices();
  const navigate = useNavigate();
  const [machine] = useState(() => machineOf(services, navigate));
  return useMachine(machine, { input: { fields: expiredAccount.get() ?? {} } });
}
