import type { RouteObject } from "react-router";
import { whenReachable } from "../shared/connection.ts";
import { mobileHome } from "./login-destination.ts";
import type { mailedLinkLoaders } from "./mailed-links.ts";
import { visitorsOnly } from "./route-loaders.ts";
import type { RouteHandle } from "../shared/route-handle.ts";
import { salesPath } from "../shared/site-paths.ts";
import type { Services } from "../shared/services.ts";

const loadLogin = whenReachable(() => import("../features/session/login-page.tsx"));
const loadSignupPage = whenReachable(async () => ({
  Component: (await import("../features/session/signup-page.tsx")).SignupPage,
}));
const loadMailedLinks = whenReachable(() => import("./mailed-links.ts"));
const loadMailedLinkPages = whenReachable(() => import("../features/recovery/mailed-link-pages.tsx"));

/** The routes of log-in, sign-up, account recovery and e-mail confirmation, and the sales page. */
export function authRoutes(services: Services): RouteObject[] {
  let loaders: ReturnType<typeof mailedLinkLoaders> | null = null;
  const linkLoaders = async () => {
    const mailedLinks = await loadMailedLinks();
    return (loaders ??= mailedLinks.mailedLinkLoaders(services));
  };
  return [
    {
      path: "/app/login",
      loader: visitorsOnly(services),
      lazy: async () => ({ Component: (await loadLogin()).LoginPage }),
    },
    {
      path: "/mobile/login",
      loader: visitorsOnly(services, mobileHome),
      lazy: async () => {
        const { LoginPage } = await loadLogin();
        return { element: <LoginPage plain /> };
      },
    },
    { path: "/app/signup", loader: visitorsOnly(services), lazy: loadSignupPage },
    { path: "/app/signup-pro", loader: visitorsOnly(services), lazy: loadSignupPage },
    {
      path: salesPath,
      handle: { showsFooter: true } satisfies RouteHandle,
      lazy: whenReachable(async () => ({
        Component: (await import("../features/upgrade/sales-page.tsx")).SalesPage,
      })),
    },
    {
      path: "/app/forgot-password",
      lazy: whenReachable(async () => ({
        Component: (await import("../features/recovery/forgot-password-page.tsx")).ForgotPasswordPage,
      })),
    },
    {
      path: "/app/forgot-password-confirmation",
      loader: async (args) => (await linkLoaders()).takeResetSecrets(args),
      lazy: whenReachable(async () => ({
        Component: (await import("../features/recovery/reset-password-page.tsx")).ResetPasswordPage,
      })),
    },
    {
      path: "/app/request-login-link",
      lazy: whenReachable(async () => ({
        Component: (await import("../features/recovery/request-login-link-page.tsx")).RequestLoginLinkPage,
      })),
    },
    {
      path: "/app/auto-login/:linkId",
      loader: async (args) => (await linkLoaders()).autoLogin(args),
      lazy: async () => ({ Component: (await loadMailedLinkPages()).AutoLoginPage }),
    },
    {
      path: "/app/confirm-email",
      loader: async (args) => (await linkLoaders()).confirmEmail(args),
      lazy: async () => ({ Component: (await loadMailedLinkPages()).ConfirmEmailPage }),
    },
  ];
}
