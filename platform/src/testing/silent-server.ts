import { createServer, type Socket } from "node:net";

/** A server that accepts connections and never answers, like a frozen process. */
export type SilentServer = {
  readonly port: number;
  /** How many connections it has accepted. */
  countConnections(): number;
  close(): Promise<void>;
};

/** Starts a {@link SilentServer} on the loopback interface. */
export async function startSilentServer(): Promise<SilentServer> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    sockets.push(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    port: address.port,
    countConnections: () => sockets.length,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
