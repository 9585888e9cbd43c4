import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, expect, test } from "vitest";
import { assertPortFree, listenError } from "./port.ts";

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

test("a free port is accepted, and stays free after the check", async () => {
  const port = await listen("127.0.0.1");
  await new Promise((resolve) => portHolder?.close(resolve));
  portHolder = undefined;
  await assertPortFree("127.0.0.1", port);
  await assertPortFree("127.0.0.1", port);
});

test("an address of another machine is refused with a message", async () => {
  await expect(assertPortFree("192.0.2.1", 3000)).rejects.toThrow("HOST is not an address of this machine");
});

test("an error of a file or of another server is returned unchanged", () => {
  const fileError = Object.assign(new Error(), { code: "EACCES", syscall: "open" });
  const serverError = Object.assign(new Error(), {
    code: "ENOTFOUND",
    syscall: "getaddrinfo",
    hostname: "database",
  });
  expect(listenError(fileError, "127.0.0.1", 3000)).toBe(fileError);
  expect(listenError(serverError, "127.0.0.1", 3000)).toBe(serverError);
});

test("a host without an address is refused with a message", () => {
  const hostError = Object.assign(new Error(), {
    code: "ENOTFOUND",
    syscall: "getaddrinfo",
    hostname: "no-such-host",
  });
  expect(String(listenError(hostError, "no-such-host", 3000))).toContain("HOST is not an address");
});
