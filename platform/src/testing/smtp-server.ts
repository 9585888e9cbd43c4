import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A mail that the test server accepted. */
export type AcceptedMail = { readonly from: string; readonly to: string; readonly data: string };

/** A mail server on loopback. It accepts every mail unless a test sets another reply. */
export type TestSmtpServer = {
  readonly url: string;
  readonly acceptedMails: readonly AcceptedMail[];
  /**
   * Sets the reply to a command (`RCPT`, `DATA`, `.` for the end of a mail, `connect` for the greeting). `null` closes the
   * connection.
   */
  setReply(command: string, reply: string | null): void;
  /** Accepts every mail again. */
  acceptAll(): void;
  close(): Promise<void>;
};

const defaultReplies: Readonly<Record<string, string>> = {
  connect: "220 test",
  EHLO: "250 test",
  DATA: "354 go on",
  QUIT: "221 bye",
};

/** Starts a server. It implements only what a client needs to send one mail per connection (RFC 5321). */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const acceptedMails: AcceptedMail[] = [];
  const replies = new Map<string, string | null>();
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    const mail = { from: "", to: "", data: "" };
    let inData = false;
    const sendReply = (command: string): string | null => {
      const reply = replies.has(command) ? replies.get(command)! : (defaultReplies[command] ?? "250 ok");
      if (reply === null) socket.destroy();
      else socket.write(`${reply}\r\n`);
      return reply;
    };
    sendReply("connect");
    createInterface({ input: socket, crlfDelay: Infinity }).on("line", (line) => {
      if (inData && line !== ".") {
        mail.data += `${line.replace(/^\./, "")}\r\n`;
        return;
      }
      const command = line.split(" ")[0]!.toUpperCase();
      if (command === "MAIL") mail.from = /<(.*?)>/.exec(line)?.[1] ?? "";
      if (command === "RCPT") mail.to = /<(.*?)>/.exec(line)?.[1] ?? "";
      const reply = sendReply(command);
      if (command === ".") {
        inData = false;
        if (reply?.startsWith("250")) acceptedMails.push({ ...mail });
      }
      if (command === "DATA") inData = reply?.startsWith("354") ?? false;
      if (command === "QUIT") socket.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  return {
    url: `smtp://127.0.0.1:${port}`,
    acceptedMails,
    setReply: (command, reply) => void replies.set(command, reply),
    acceptAll: () => replies.clear(),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
