import { StrictMode } from "react";
import { RouterProvider } from "react-router/dom";
import type { createBrowserRouter } from "react-router";
import { type Services, ServicesContext } from "./shared/services.ts";

/** The whole client: its services, and the routes that use them. */
export function App({
  services,
  router,
}: {
  services: Services;
  router: ReturnType<typeof createBrowserRouter>;
}) {
  return (
    <StrictMode>
      <ServicesContext value={services}>
        <RouterProvider router={router} />
      </ServicesContext>
    </StrictMode>
  );
}
