import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, expect, test } from "vitest";
import { assertPortFree } from "./port.ts";

let portHolder: Server | undefined;

afterEach(() => new Promise((resolve) => (portHolder ? portHolder.close(resolve) : resolve(undefined))));

async function listen(host: string): Promise<number> {
  portHolder = createServer();
  portHolder.listen(0, host);
  await once(portHolder, "listening");
  const address = portHolder.address();
  return typeof address === "object" && address ? address.port : 0;
}

const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
const hosts = ["127.0.0.1", "0.0.0.0", "::1"].filter(
  (host) => host !== "::1" || addresses.some(({ address }) => address === host),
);

test.each(hosts)("a port that another program uses on %s is refused with a message", async (host) => {
  const port = await listen(host);
  await expect(assertPortFree("127.0.0.1", port)).rejects.toThrow(
    `Port ${port} is taken by another program; stop that program, or set PORT to another number.`,
  );
});

test("a free port is accepted, also twice", async () => {
  const port = await listen("127.0.0.1");
  await new Promise((resolve) => portHolder?.close(resolve));
  portHolder = undefined;
  await assertPortFree("127.0.0.1", port);
  await assertPortFree("127.0.0.1", port);
});

test("an address of another machine is refused with a message", async () => {
  await expect(assertPortFree("192.0.2.1", 3000)).rejects.toThrow("HOST is not an address of this machine");
});
