import { StartError } from "@daybook/platform/start-error";
import { createServer } from "node:net";

/**
 * Checks that the port is free; called before any slow work. For `127.0.0.1` and `localhost`, the port must be free on `::1` too, because
 * browsers try `::1` for `localhost` first. Throws a `StartError` with the code `port_taken`, also when the operating system does not
 * allow this user to listen on the port, or the host is not an address of this machine.
 */
export async function assertPortFree(host: string, port: number): Promise<void> {
  await tryListen(host, port);
  if (host !== "127.0.0.1" && host !== "localhost") return;
  await tryListen("::1", port).catch((error: unknown) => {
    if (error instanceof StartError) throw error;
  });
}

/** Converts an error of listening to a `StartError` with a message, if there is one for it. Returns other errors unchanged. */
export function listenError(error: unknown, host: string, port: number): unknown {
  if (!(error instanceof Error)) return error;
  const { code, syscall, hostname } = error as NodeJS.ErrnoException & { readonly hostname?: string };
  // Errors of files and of other servers may have the same codes. They are returned unchanged.
  if (syscall !== "listen" && hostname !== host) return error;
  if (code === "EADDRINUSE") {
    return new StartError(
      "port_taken",
      `Port ${port} is taken by another program; stop that program, or set PORT to another number.`,
    );
  }
  if (code === "EACCES") {
    return new StartError(
      "port_taken",
      `This user of the operating system may not listen on port ${port}; set PORT to a number above 1023.`,
    );
  }
  // A machine without IPv6 has no `::1`, which is not an error.
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
