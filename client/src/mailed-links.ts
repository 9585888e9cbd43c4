import { type LoaderFunctionArgs, redirect, replace } from "react-router";
import { arrivalPath } from "./arrival.ts";
import type { Confirmation } from "./features/recovery/mailed-link-pages.tsx";
import { isSignedIn } from "./route-loaders.ts";
import type { ApiFailure } from "./shared/api-client.ts";
import { type LinkSecrets, linkSecrets } from "./shared/link-secrets.ts";
import { notFoundPath } from "./shared/own-path.ts";
import type { Services } from "./shared/services.ts";

/** True when the same link may work later. */
const isForNow = ({ status }: ApiFailure): boolean => status === 0 || status === 429 || status >= 500;

const invalidLink = () => redirect(notFoundPath("page", "That link is invalid."));

/** What the links in mails do when somebody opens them. */
export function mailedLinks(services: Services) {
  const { api, sessionActor, isMobile } = services;
  const secrets = linkSecrets();
  let confirmed: { token: string; email: string } | null = null;

  return {
    /** Logs in. A good link leads on, a bad one to the error page; a failure is one that may pass. */
    async autoLogin({ request, params }: LoaderFunctionArgs): Promise<ApiFailure> {
      const { c } = secrets.take(request, "c");
      const { linkId = "" } = params;
      if (!c || !/^[1-9]\d{0,15}$/.test(linkId)) throw invalidLink();
      const result = await api.call("magicLink", { params: { linkId }, body: { c } });
      if (!result.ok && (isForNow(result) || result.code === "expired_pro")) return result;
      secrets.forget(request);
      if (!result.ok) throw invalidLink();
      sessionActor.send({ type: "session.opened", session: result.data });
      throw replace(arrivalPath(new URL(request.url), result.data, isMobile) ?? "/journals");
    },

    /** Confirms a new address; the session then learns the address, too. */
    async confirmEmail({ request }: LoaderFunctionArgs): Promise<Confirmation> {
      const { token } = secrets.take(request, "token");
      if (!token) throw invalidLink();
      if (confirmed?.token === token) return { email: confirmed.email };
      const result = await api.call("confirmEmail", { body: { token } });
      if (!result.ok) {
        if (isForNow(result) || result.status === 422) return { failure: result };
        throw invalidLink();
      }
      const { email } = result.data.profile;
      confirmed = { token, email };
      if (isSignedIn(services)) {
        const refreshed = await api.call("refreshToken", {}, { quiet401: true });
        if (refreshed.ok) sessionActor.send({ type: "session.opened", session: refreshed.data });
      }
      return { email };
    },

    /** Brings code and address to the page that asks for a new password. */
    resetPassword({ request }: LoaderFunctionArgs): LinkSecrets<"code" | "email"> {
      return secrets.take(request, "code", "email");
    },
  };
}
