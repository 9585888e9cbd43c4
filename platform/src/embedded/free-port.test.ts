import { createServer, Server } from "node:net";
import { expect, test, vi } from "vitest";
import { freePort } from "./free-port.ts";

/** A random number for which {@link freePort} tries the port. */
const randomFor = (port: number): number => (port - 18_000 + 0.5) / 12_000;

test("a port on which a server listens is skipped", async () => {
  const server = createServer();
  const takenPort = await freePort();
  await new Promise<void>((resolve) => server.listen(takenPort, "127.0.0.1", resolve));
  const freeOne = await freePort();
  const randomNumbers = [randomFor(takenPort), randomFor(freeOne)];
  expect(await freePort(() => randomNumbers.shift() ?? 0)).toBe(freeOne);
  await new Promise((resolve) => server.close(resolve));
});

test("on a machine without the loopback interface, the search for a free port ends with the error", async () => {
  vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server) {
    process.nextTick(() =>
      this.emit("error", Object.assign(new Error("no such address"), { code: "EADDRNOTAVAIL" })),
    );
    return this;
  });
  let attempts = 0;
  const random = () => {
    if (++attempts > 3) throw new Error("it never gives up");
    return 0.5;
  };
  await expect(freePort(random)).rejects.toThrow("no such address");
});
