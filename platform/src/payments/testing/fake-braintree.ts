import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import braintree from "braintree";
import { createBraintreePayments } from "../braintree.ts";
import type { Payments } from "../payments.ts";

/** A reply of Braintree's: a status and the XML of its API. */
export type Reply = { readonly status: number; readonly xml: string };

/** A server that answers Braintree's library with the replies of a test, in order. Without a reply it hangs up. */
export type FakeBraintree = {
  replies: Reply[];
  readonly requests: readonly { readonly method: string; readonly path: string; readonly body: string }[];
  /** The codes of the errors that the adapter reported. */
  readonly errorCodes: readonly string[];
  readonly open: () => Payments;
  readonly stop: () => Promise<void>;
};

/** Starts a {@link FakeBraintree} on a free port. */
export async function startFakeBraintree(): Promise<FakeBraintree> {
  const requests: FakeBraintree["requests"][number][] = [];
  const errorCodes: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      requests.push({ method: request.method ?? "", path: request.url ?? "", body });
      const reply = fake.replies.shift();
      if (!reply) return void response.destroy();
      response.writeHead(reply.status, { "Content-Type": "application/xml" }).end(reply.xml);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  const fake: FakeBraintree = {
    replies: [],
    requests,
    errorCodes,
    open() {
      const environment = new braintree.Environment("127.0.0.1", String(port), "", false, "", "");
      const keys = {
        environment: "sandbox",
        merchantId: "m",
        publicKey: "public",
        privateKey: "private",
        tokenizationKey: null,
      } as const;
      return createBraintreePayments(keys, {
        environment,
        onError: (code) => void errorCodes.push(code),
      });
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return fake;
}
