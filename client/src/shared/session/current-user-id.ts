import type { Services } from "../services.ts";

/** The id of the user who is logged in; `undefined` for a visitor. */
export const currentUserId = ({ sessionActor }: Pick<Services, "sessionActor">): number | undefined =>
  sessionActor.getSnapshot().context.session?.user.id;
