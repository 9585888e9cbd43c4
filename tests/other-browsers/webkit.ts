import { existsSync } from "node:fs";
import { expect } from "../fixtures.ts";
import { freePort } from "@daybook/platform/embedded/free-port";
import { endProgram, type RemoteBrowser, startProgram } from "./remote-browser.ts";

const displayServer = "/usr/bin/Xvfb";

/** Uses the existing display, or starts one in memory. */
async function openDisplay(): Promise<{ env: Readonly<Record<string, string>>; close(): Promise<void> }> {
  if (process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return { env: {}, close: () => Promise.resolve() };
  if (!existsSync(displayServer)) throw new Error("WebKit needs a display, or the Debian package xvfb.");
  // Any unused number works as a display number.
  const name = `:${await freePort()}`;
  const program = startProgram(displayServer, [name, "-screen", "0", "1280x900x24", "-nolisten", "tcp"]);
  return { env: { DISPLAY: name }, close: () => endProgram(program) };
}

/** Starts WebKitGTK's MiniBrowser and controls it by classic WebDriver (https://www.w3.org/TR/webdriver2/). */
export async function startWebKit(driverPath: string): Promise<RemoteBrowser> {
  const display = await openDisplay();
  const port = await freePort();
  const program = startProgram(driverPath, ["--host=127.0.0.1", `--port=${port}`], display.env);
  const send = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  let session = "";
  await expect(async () => {
    const options = { browserName: "MiniBrowser", "webkitgtk:browserOptions": { args: ["--automation"] } };
    const reply = await send("", { capabilities: { alwaysMatch: options } });
    session = `/${(reply as { sessionId: string }).sessionId}`;
  }).toPass();
  await send(`${session}/window/rect`, { x: 0, y: 0, width: 1280, height: 900 });

  return {
    navigate: async (url) => void (await send(`${session}/url`, { url })),
    call: (functionText, argument) =>
      send(`${session}/execute/sync`, {
        script: `return (${functionText})(arguments[0]) ?? null`,
        args: [argument ?? null],
      }),
    perform: async (actions) => void (await send(`${session}/actions`, { actions })),
    async close() {
      try {
        await fetch(`http://127.0.0.1:${port}/session${session}`, { method: "DELETE" });
      } finally {
        await endProgram(program);
        await display.close();
      }
    },
  };
}
