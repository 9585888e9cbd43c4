import { existsSync } from "node:fs";
import type { Page } from "playwright-core";

/**
 * Runs `work` with a page of a headless Chromium. It has no vertical synchronisation, because otherwise figures would
 * include the wait for the next frame.
 */
export async function withPage<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const { chromium } = await import("playwright-core");
  const paths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/chromium-headless-shell"];
  const installedPath = paths.find((path) => existsSync(path));
  const executablePath = process.env["CHROMIUM_PATH"] ?? installedPath;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu-vsync", "--disable-frame-rate-limit"],
  });
  try {
    return await work(await browser.newPage({ viewport: { width: 1280, height: 800 }, bypassCSP: true }));
  } finally {
    await browser.close();
  }
}
