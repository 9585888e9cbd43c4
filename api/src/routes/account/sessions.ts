import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Application } from "@daybook/application/application";
import { endOtherSessions, endSession } from "@daybook/application/accounts/end-session";
import { listActivity, listSessions } from "@daybook/application/accounts/list-sessions";
import type { Mount } from "../../http/mount.ts";
import { presentActivity, presentListedSession } from "../../presenters/activity.ts";

/** The calls about the sessions and the activity list of an account. */
export function mountSessions(mount: Mount, app: Application): void {
  mount("listSessions", async (call) => {
    const sessions = await listSessions(app, call);
    if (isRejection(sessions)) return sessions;
    return { status: 200, body: { sessions: sessions.map(presentListedSession) } };
  });

  mount(
    "endSession",
    async (call) => (await endSession(app, call, call.params.sessionId)) ?? { status: 204 },
  );
  mount("endOtherSessions", async (call) => (await endOtherSessions(app, call)) ?? { status: 204 });

  mount("listActivity", async ({ query: { page }, ...context }) => {
    const activityPage = await listActivity(app, context, page);
    if (isRejection(activityPage)) return activityPage;
    const { totalPages, activities } = activityPage;
    return {
      status: 200,
      body: { page, total_pages: totalPages, activities: activities.map(presentActivity) },
    };
  });
}
