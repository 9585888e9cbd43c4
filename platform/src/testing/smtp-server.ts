import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A mail that the test server received. */
export type ReceivedMail = { readonly from: string; readonly to: string; readonly data: string };

/** A mail server on loopback. It accepts every mail unless a test sets another reply. */
export type TestSmtpServer = {
  readonly url: string;
  readonly receivedMails: readonly ReceivedMail[];
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
  const receivedMails: ReceivedMail[] = [];
  const answers = new Map<string, string | null>();
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    const mail = { from: "", to: "", data: "" };
    let inData = false;
    const reply = (command: string): string | null => {
      const answer = answers.has(command) ? answers.get(command)! : (defaultReplies[command] ?? "250 ok");
      if (answer === null) socket.destroy();
      else socket.write(`${answer}\r\n`);
      return answer;
    };
    reply("connect");
    createInterface({ input: socket, crlfDelay: Infinity }).on("line", (line) => {
      if (inData && line !== ".") {
        mail.data += `${line.replace(/^\./, "")}\r\n`;
        return;
      }
      const command = line.split(" ")[0]!.toUpperCase();
      if (command === "MAIL") mail.from = /<(.*?)>/.exec(line)?.[1] ?? "";
      if (command === "RCPT") mail.to = /<(.*?)>/.exec(line)?.[1] ?? "";
      const answer = reply(command);
      if (command === ".") {
        inData = false;
        if (answer?.startsWith("250")) receivedMails.push({ ...mail });
      }
      if (command === "DATA") inData = answer?.startsWith("354") ?? false;
      if (command === "QUIT") socket.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  return {
    url: `smtp://127.0.0.1:${port}`,
    receivedMails,
    setReply: (command, reply) => void answers.set(command, reply),
    acceptAll: () => answers.clear(),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
