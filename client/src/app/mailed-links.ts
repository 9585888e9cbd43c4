import { type LoaderFunctionArgs, redirect, replace } from "react-router";
import { loginDestination } from "./login-destination.ts";
import type { ConfirmEmailResult } from "../features/recovery/mailed-link-pages.tsx";
import { isLoggedIn } from "./route-loaders.ts";
import type { ApiFailure } from "../shared/api-client.ts";
import { type LinkSecrets, createLinkSecretStore } from "../shared/link-secrets.ts";
import { randomToken } from "../shared/random-token.ts";
import { notFoundPath } from "../shared/site-paths.ts";
import type { Services } from "../shared/services.ts";
import { refreshSession } from "../shared/session/refresh-session.ts";

/** True when the failure says nothing about the link, so that it may work later. */
const mayRetry = ({ status }: ApiFailure): boolean => status === 0 || status === 429 || status >= 500;

const invalidLink = () => redirect(notFoundPath("page", "That link is invalid."));

/** The route loaders of the links in e-mails. */
export function mailedLinkLoaders(services: Services) {
  const { api, sessionActor, isMobile } = services;
  const secrets = createLinkSecretStore();
  const idempotencyKeys = new Map<string, string>();
  /** Returns the same key for each try. A link works once, so after a lost reply, only a repeat with the same key succeeds. */
  const idempotencyKeyOf = (token: string): string => {
    const key = idempotencyKeys.get(token) ?? randomToken();
    idempotencyKeys.set(token, key);
    return key;
  };
  let confirmation: { token: string; email: string } | null = null;

  return {
    /**
     * Logs in. A valid link redirects into the app, the link of an expired membership to the renewal, and an invalid one to the error
     * page. Returns a failure when a retry may succeed.
     */
    async autoLogin({ request, params }: LoaderFunctionArgs): Promise<ApiFailure> {
      const { c } = secrets.take(request, "c");
      const { linkId = "" } = params;
      if (!c || !/^[1-9]\d{0,15}$/.test(linkId)) throw invalidLink();
      const result = await api.call(
        "magicLink",
        { params: { linkId }, body: { c } },
        { idempotencyKey: idempotencyKeyOf(c) },
      );
      if (!result.ok && mayRetry(result)) return result;
      secrets.forget(request);
      if (!result.ok && result.code === "expired_pro") throw replace("/app/renew");
      if (!result.ok) throw invalidLink();
      sessionActor.send({ type: "session.opened", session: result.data });
      throw replace(loginDestination(new URL(request.url), result.data, isMobile) ?? "/journals");
    },

    /**
     * Confirms a new e-mail address, and updates the session with it. A token works once, so a repeated load reuses the first result.
     * An invalid link redirects to the error page. Returns a failure when the address is taken or a retry may succeed.
     */
    async confirmEmail({ request }: LoaderFunctionArgs): Promise<ConfirmEmailResult> {
      const { token } = secrets.take(request, "token");
      if (!token) throw invalidLink();
      if (confirmation?.token === token) return { email: confirmation.email };
      const result = await api.call(
        "confirmEmail",
        { body: { token } },
        { idempotencyKey: idempotencyKeyOf(token) },
      );
      if (!result.ok) {
        if (mayRetry(result) || result.status === 422) return { failure: result };
        throw invalidLink();
      }
      const { email } = result.data.profile;
      confirmation = { token, email };
      if (isLoggedIn(services)) await refreshSession(services, { quiet401: true });
      return { email };
    },

    /** Takes the code and the address out of the URL for the password reset page. */
    takeResetSecrets({ request }: LoaderFunctionArgs): LinkSecrets<"code" | "email"> {
      return secrets.take(request, "code", "email");
    },
  };
}
