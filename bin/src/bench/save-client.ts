import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import type { BodyOf, ParamsOf, Reply } from "@daybook/domain/contract/contract";
import { fillPath } from "@daybook/domain/contract/paths";
import { remoteDaybook, signRequest } from "../remote/remote-daybook.ts";

/** An account with a journal that saves go to. */
export type SaveClient = {
  readonly journalId: string;
  create(body: BodyOf<"createEntry">): Promise<Reply<"createEntry">>;
  save(
    params: ParamsOf<"updateEntry">,
    body: BodyOf<"updateEntry">,
  ): Promise<NonNullable<Reply<"updateEntry">>>;
  close(): void;
};

/**
 * Signs up, and then sends saves over connections that are kept: it shares the processors with what it measures, and
 * `fetch` costs twice as much of them.
 */
export async function openSaveClient(url: string): Promise<SaveClient> {
  const daybook = remoteDaybook(url);
  const session = await daybook.enter({
    email: `${randomUUID()}@example.com`,
    password: "and so to bed 1660",
  });
  const journals = await daybook.call("listJournals");
  const journal = journals.ok ? journals.body.journals[0] : undefined;
  if (!journal) throw new Error("there is no journal");
  const agent = new Agent({ keepAlive: true });

  function put(path: string, body: string): Promise<{ status: number; text: string }> {
    const target = new URL(path, url);
    const headers = {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
      "Idempotency-Key": randomUUID(),
      Authorization: signRequest({ method: "PUT", url: target, body }, session.access_token),
    };
    return new Promise((resolve, reject) => {
      const sent = request(target, { method: "PUT", agent, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
        response.on("error", reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  return {
    journalId: String(journal.journal.id),
    async create(body) {
      const params = { journalId: String(journal.journal.id) };
      const created = await daybook.call("createEntry", { params, body, key: randomUUID() });
      if (!created.ok) throw new Error(created.body.error);
      return created.body;
    },
    async save(params, body) {
      const { status, text } = await put(fillPath("updateEntry", params), JSON.stringify(body));
      if (status !== 200) throw new Error(`a save was answered ${status}`);
      return JSON.parse(text) as NonNullable<Reply<"updateEntry">>;
    },
    close: () => agent.destroy(),
  };
}
