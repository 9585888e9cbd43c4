import { StrictMode } from "react";
import { RouterProvider } from "react-router/dom";
import type { createBrowserRouter } from "react-router";
import { type Services, ServicesContext } from "../shared/services.ts";

/** The client: provides the services and renders the routes. */
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
