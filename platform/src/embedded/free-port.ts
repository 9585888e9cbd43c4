import { createServer } from "node:net";
import { errorCode } from "./durable-file.ts";

/**
 * The range of ports to choose from. By default, operating systems take the ports of outgoing connections from a higher range. So no
 * outgoing connection takes the chosen port before the server starts, or while the server restarts.
 */
const ports = { first: 18_000, count: 12_000 };

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", (error) => (errorCode(error) === "EADDRINUSE" ? resolve(false) : reject(error)));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** A port of the loopback interface that nothing listens on. Another server may take it before the caller does. */
export async function freePort(random: () => number = Math.random): Promise<number> {
  for (;;) {
    const port = ports.first + Math.floor(random() * ports.count);
    if (await isFree(port)) return port;
  }
}
