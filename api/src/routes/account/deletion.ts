import type { Application } from "@daybook/application/application";
import { deleteAccount, requestDeletion } from "@daybook/application/accounts/delete-account";
import type { Mount } from "../../http/mount.ts";

/** The calls about deleting an account: one mails a link, the other deletes the account. */
export function mountDeletion(mount: Mount, app: Application): void {
  mount("requestDelete", async (call) => (await requestDeletion(app, call)) ?? { status: 204 });
  mount("deleteAccount", async (call) => (await deleteAccount(app, call, call.body)) ?? { status: 204 });
}
