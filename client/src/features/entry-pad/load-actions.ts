import { type ApiFailure, noResponse } from "../../shared/api-client.ts";

const load = async () => ({
  ...(await import("../../shared/entry-actions/entry-actions.ts")),
  ...(await import("../../shared/entry-actions/photo-actions.ts")),
});

/** Runs an entry action, whose code loads on first use. When it cannot be loaded, the result is that of an unreachable server. */
export async function withActions<T extends { ok: boolean }>(
  run: (actions: Awaited<ReturnType<typeof load>>) => Promise<T>,
): Promise<T | ApiFailure> {
  const actions = await load().catch(() => null);
  return actions ? await run(actions) : noResponse;
}
