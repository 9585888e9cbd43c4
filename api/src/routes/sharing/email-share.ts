import type { Application } from "@daybook/application/application";
import { shareByEmail } from "@daybook/application/sharing/share-by-email";
import type { Mount } from "../../http/mount.ts";

/** The call that mails an entry to others. */
export function mountEmailShare(mount: Mount, app: Application): void {
  mount("emailShare", async (call) => {
    const { share_recipients: recipients, share_message: message } = call.body;
    return (await shareByEmail(app, call, call.params, { recipients, message })) ?? { status: 204 };
  });
}
