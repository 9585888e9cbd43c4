import { StartError } from "@daybook/platform/start-error";
import { createServer } from "node:net";

/**
 * Finds out before any slow work whether the port can be listened on. On the loopback interface both of its addresses
 * must be free: browsers try `::1` for `localhost` first and would meet the other program there.
 * Throws `port_taken` with one sentence.
 */
export async function assertPortFree(host: string, port: number): Promise<void> {
  await tryListen(host, port);
  if (host !== "127.0.0.1" && host !== "localhost") return;
  await tryListen("::1", port).catch((error: unknown) => {
    if (error instanceof StartError) throw error;
  });
}

/** The sentence for an error of listening, or the error itself when there is none. */
export function listenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return new StartError(
      "port_taken",
      `Port ${port} is taken by another program; stop that program, or set PORT to another number.`,
    );
  }
  if (code === "EACCES") {
    return new StartError(
      "port_taken",
      `This account may not listen on port ${port}; set PORT to a number above 1023.`,
    );
  }
  if ((code === "EADDRNOTAVAIL" || code === "ENOTFOUND") && host !== "::1") {
    return new StartError(
      "port_taken",
      `HOST is not an address of this machine; set it to 127.0.0.1 or 0.0.0.0.`,
    );
  }
  return error;
}

async function tryListen(host: string, port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, host, port)));
    server.listen({ host, port, exclusive: true }, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
