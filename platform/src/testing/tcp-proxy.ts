import { connect, createServer, type Socket } from "node:net";

/** A proxy on this machine, for tests of a server that cannot be reached for a while. */
export type TcpProxy = {
  readonly port: number;
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Accepts connections again, on the same port. */
  restore(): Promise<void>;
};

/** Starts a {@link TcpProxy} on the loopback interface. `cut` also closes it. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((clientSocket) => {
    const serverSocket = connect(target.port, target.host);
    for (const [socket, otherSocket] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      sockets.add(socket);
      socket.pipe(otherSocket);
      socket.on("error", () => otherSocket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        otherSocket.destroy();
      });
    }
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
  await listen(0);
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  const { port } = address;
  return {
    port,
    async cut() {
      const closing = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closing;
    },
    restore: () => listen(port),
  };
}
