import type { Downgrade } from "@daybook/domain/contract/downgrade";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { limitLogIn } from "@daybook/application/accounts/limit-visitors";
import type { Application } from "@daybook/application/application";
import type { Refusal } from "@daybook/application/context";
import type { DowngradeOperation } from "@daybook/application/downgrade/downgrade-operation";
import { tokenOfOperation } from "@daybook/application/downgrade/operation-token";
import {
  findUnfinishedDowngrade,
  quoteRefund,
  startDowngrade,
  startDowngradeLoggedOut,
} from "@daybook/application/downgrade/start-downgrade";
import type { Mount } from "../../http/mount.ts";
import { presentDowngrade, presentUnfinishedDowngrade } from "../../presenters/operation.ts";

const readRequest = ({ downgrade_options: { refund, reason }, downgrade_comments: comments }: Downgrade) => ({
  refund,
  reason: reason?.trim() || null,
  comments: comments.trim(),
});

/** Mounts the calls that start a downgrade, find an unfinished one, or compute what a downgrade would pay back. */
export function mountDowngrades(mount: Mount, app: Application): void {
  const reply = (operation: DowngradeOperation | Refusal) =>
    isRejection(operation) ? operation : presentDowngrade(operation, tokenOfOperation(app, operation.id));

  mount("downgrade", async (call) =>
    reply(await startDowngrade(app, call, { ...readRequest(call.body), to: "free" })),
  );
  mount("plusToProDowngrade", async (call) =>
    reply(await startDowngrade(app, call, { ...readRequest(call.body), to: "pro" })),
  );
  mount(
    "downgradeLoggedOut",
    async (call) => reply(await startDowngradeLoggedOut(app, call, call.body, readRequest(call.body))),
    { beforeCommand: ({ caller, body }) => limitLogIn(app, caller, body) },
  );
  mount("getRunningDowngrade", async (call) => {
    const operation = await findUnfinishedDowngrade(app, call);
    return presentUnfinishedDowngrade(operation && { operation, token: tokenOfOperation(app, operation.id) });
  });
  mount("getRefundAmount", async (call) => ({
    status: 200,
    body: { refund_amount: (await quoteRefund(app, call)) / 100 },
  }));
}
