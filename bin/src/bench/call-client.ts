import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import type { Reply } from "@daybook/domain/contract/contract";
import { type CallName, fillPath, methodAndPath } from "@daybook/domain/contract/paths";
import { type RemoteInput, remoteDaybook, signRequest } from "../remote/remote-daybook.ts";

/** The server answered a call with a status other than success. */
export class CallRefused extends Error {
  override readonly name = "CallRefused";
  readonly status: number;
  constructor(name: CallName, status: number) {
    super(`${name} was answered ${status}`);
    this.status = status;
  }
}

type Credentials = { readonly email: string; readonly password: string };

/** A client that is logged in to a new account, for measuring calls. */
export type CallClient = {
  readonly journalId: string;
  /** Signs up another account, and stays logged in to the first one. */
  signUpAnother(): Promise<Credentials>;
  /**
   * Sends a signed call, with an Idempotency-Key unless it is a GET. Throws {@link CallRefused} when the status of the reply is not 2xx.
   *
   * @param localAddress the loopback address to send it from
   */
  call<N extends CallName>(
    name: N,
    input?: RemoteInput<N>,
    localAddress?: string,
  ): Promise<Exclude<Reply<N>, null>>;
  close(): void;
};

const newCredentials = (): Credentials => ({
  email: `${randomUUID()}@example.com`,
  password: "and so to bed 1660",
});

/**
 * Signs up and returns a client with persistent connections. It does not use `fetch`, which needs twice the processor time
 * and would slow down the measured server on the same machine.
 */
export async function openCallClient(url: string): Promise<CallClient> {
  const daybook = remoteDaybook(url);
  const session = await daybook.logInOrSignUp(newCredentials());
  const journals = await daybook.call("listJournals");
  const journal = journals.ok ? journals.body.journals[0] : undefined;
  if (!journal) throw new Error("there is no journal");
  const agent = new Agent({ keepAlive: true });

  function send(
    method: string,
    target: URL,
    body: string | undefined,
    localAddress: string | undefined,
  ): Promise<{ status: number; text: string }> {
    const headers = {
      ...(body !== undefined && {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
      }),
      ...(method !== "GET" && { "Idempotency-Key": randomUUID() }),
      Authorization: signRequest({ method, url: target, body }, session.access_token),
    };
    return new Promise((resolve, reject) => {
      const clientRequest = request(target, { method, agent, headers, localAddress }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
        response.on("error", reject);
      });
      clientRequest.on("error", reject);
      clientRequest.end(body);
    });
  }

  return {
    journalId: String(journal.journal.id),
    async signUpAnother() {
      const credentials = newCredentials();
      await remoteDaybook(url).logInOrSignUp(credentials);
      return credentials;
    },
    async call<N extends CallName>(name: N, input: RemoteInput<N> = {}, localAddress?: string) {
      const target = new URL(fillPath(name, input.params ?? {}), url);
      for (const [key, value] of Object.entries(input.query ?? {}))
        target.searchParams.set(key, String(value));
      const body = input.body === undefined ? undefined : JSON.stringify(input.body);
      const { status, text } = await send(methodAndPath(name).method, target, body, localAddress);
      if (status < 200 || status > 299) throw new CallRefused(name, status);
      return JSON.parse(text) as Exclude<Reply<N>, null>;
    },
    close: () => agent.destroy(),
  };
}
