import { paging } from "@daybook/domain/contract/bounds";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "@daybook/application/application";
import { endOtherSessions, endSession } from "@daybook/application/accounts/end-session";
import { listActivity, listSessions } from "@daybook/application/accounts/list-sessions";
import type { Mount } from "../../http/mount.ts";
import { presentActivity, presentListedSession } from "../../presenters/activity.ts";

/** The calls about the sessions and the activity list of an account. */
export function mountSessions(mount: Mount, app: Application): void {
  mount("listSessions", async ({ actor }) => {
    const sessions = await listSessions(app, actor);
    if (isRejection(sessions)) return sessions;
    return { status: 200, body: { sessions: sessions.map(presentListedSession) } };
  });

  mount(
    "endSession",
    async (call) => (await endSession(app, call, call.params.sessionId)) ?? { status: 204 },
  );
  mount("endOtherSessions", async (call) => (await endOtherSessions(app, call)) ?? { status: 204 });

  mount("listActivity", async ({ actor, query: { page } }) => {
    const size = paging.activitiesPerPage;
    const found = await listActivity(app, actor, { number: page, size });
    if (isRejection(found)) return found;
    const activities = found.activities.map(presentActivity);
    return {
      status: 200,
      body: { page, total_pages: Math.max(1, Math.ceil(found.total / size)), activities },
    };
  });
}
