import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { expect } from "../fixtures.ts";
import { freePort } from "@daybook/platform/embedded/free-port";
import { endProgram, type RemoteBrowser, startProgram } from "./remote-browser.ts";

type Answer = { id: number; result?: Record<string, unknown>; message?: string };

/** Connects to a browser that may still be starting. */
async function connect(url: string): Promise<WebSocket> {
  let socket: WebSocket | undefined;
  await expect(async () => {
    const newSocket = new WebSocket(url);
    await new Promise((resolve, reject) => newSocket.once("open", resolve).once("error", reject));
    socket = newSocket;
  }).toPass();
  if (!socket) throw new Error("no connection to the browser");
  return socket;
}

/** Starts Firefox without a window and controls it by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). */
export async function startFirefox(path: string): Promise<RemoteBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "daybook-firefox-"));
  const port = await freePort();
  const program = startProgram(path, [
    "--headless",
    "--no-remote",
    "--profile",
    profile,
    "--remote-debugging-port",
    String(port),
  ]);
  const socket = await connect(`ws://127.0.0.1:${port}/session`);
  const pendingCommands = new Map<number, (answer: Answer) => void>();
  socket.on("message", (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer;
    pendingCommands.get(answer.id)?.(answer);
    pendingCommands.delete(answer.id);
  });
  let lastId = 0;
  const send = async (method: string, params: object): Promise<Record<string, unknown>> => {
    const id = (lastId += 1);
    const pendingAnswer = new Promise<Answer>((resolve) => pendingCommands.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, message } = await pendingAnswer;
    if (!result) throw new Error(`${method}: ${message}`);
    return result;
  };
  await send("session.new", { capabilities: {} });
  const { contexts } = (await send("browsingContext.getTree", {})) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;

  return {
    navigate: async (url) =>
      void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    async call(functionText, argument) {
      const answer = await send("script.callFunction", {
        functionDeclaration: `(text) => JSON.stringify((${functionText})(JSON.parse(text)) ?? null)`,
        arguments: [{ type: "string", value: JSON.stringify(argument ?? null) }],
        target: { context },
        awaitPromise: false,
      });
      if (answer["type"] !== "success") throw new Error(`the page threw: ${JSON.stringify(answer)}`);
      return JSON.parse((answer["result"] as { value: string }).value);
    },
    perform: async (actions) => void (await send("input.performActions", { context, actions })),
    async close() {
      socket.close();
      await endProgram(program);
      await rm(profile, { recursive: true, force: true });
    },
  };
}
