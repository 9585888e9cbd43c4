import { accountDecider } from "@daybook/domain/account/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { CommandContext } from "@daybook/platform/commands/handle-command";
import type { Position } from "@daybook/platform/event-store/event-store";
import { uuid5 } from "@daybook/platform/event-store/uuid5";
import { open } from "@daybook/platform/vault/seal";
import type { Share } from "@daybook/platform/sharing/shares";
import type { Application } from "../application.ts";

const namespace = "3e1f0c52-0b7b-4f0e-9a55-6e0b43a0d6a4";

/** The command of a share. Its id is always the same, so that a repeat adds nothing. */
const commandOf = (share: Share): CommandContext => ({
  at: share.at,
  commandId: uuid5(namespace, `share ${share.id}`),
  ...(share.correlationId !== null && { correlationId: share.correlationId }),
  // Always true, because an earlier run may have been interrupted after it appended the event.
  repeated: true,
  actor: String(share.userId),
  sessionId: null,
  requestId: null,
  source: "web",
});

/**
 * Sends a share: appends the event, enqueues a mail for each address, and deletes the addresses. A repeat adds only what is
 * missing. If the entry was erased or locked in the meantime, nothing is sent, and the addresses are deleted. If the account refuses the
 * event, nothing is sent, and the addresses stay.
 */
export async function sendShare(app: Application, share: Share): Promise<{ position: Position | null }> {
  const { id, userId, entryId, ip, userAgent, at } = share;
  const stream = streamOf.entry(entryId);
  // This reads the key without lock access. So an erased entry has no key, nor an entry behind a lock, even an open one.
  const key = (await app.vault.openKeys([stream])).get(stream);
  if (!key || share.recipients === null) {
    await app.shares.finish(id);
    return { position: null };
  }
  const addresses = JSON.parse(open(key, stream, "share.recipients", share.recipients)) as string[];
  const result = await app.commands.execute({
    decider: accountDecider,
    stream: streamOf.account(userId),
    commands: [
      {
        type: "ShareEntry",
        data: { shareId: id, sharedEntryId: entryId, recipients: addresses.length, ip, userAgent, at },
      },
    ],
    context: commandOf(share),
  });
  if (isRejection(result)) return { position: null };
  for (const [index, address] of addresses.entries()) {
    await app.mail(
      {
        id: app.newId(),
        userId,
        template: "share",
        params: { shareId: id },
        entryId,
        recipient: { address, firstName: "" },
        dedupeKey: `share ${id} ${index}`,
      },
      commandOf(share),
    );
  }
  await app.shares.finish(id);
  return { position: result.position };
}

/** Sends shares that a crash interrupted. A share that fails does not block the others. */
export async function resumeShares(app: Application): Promise<void> {
  for (const share of await app.shares.findUnfinished()) {
    await sendShare(app, share).catch((err: unknown) => {
      app.logger.warn({ err, shareId: share.id }, "an interrupted share is left for the next run");
    });
  }
}
