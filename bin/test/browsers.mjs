import { existsSync } from "node:fs";
import { runCommand } from "./run-command.mjs";

/** The browsers of the tests: their possible paths (the fastest first), other programs that they need, and their Debian packages. */
const browsers = {
  chromium: {
    paths: [
      "/usr/bin/chromium-headless-shell",
      "/usr/bin/chromium",
      "/usr/bin/chromium-browser",
      "/usr/bin/google-chrome",
    ],
    debianPackages: ["chromium-headless-shell"],
  },
  firefox: { paths: ["/usr/bin/firefox-esr", "/usr/bin/firefox"], debianPackages: ["firefox-esr"] },
  webkit: {
    paths: ["/usr/bin/WebKitWebDriver"],
    // WebKit always opens a window, so it needs Xvfb when there is no display.
    requiredPrograms: process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? [] : ["/usr/bin/Xvfb"],
    debianPackages: ["webkit2gtk-driver", "xvfb"],
  },
};

const hasRequiredPrograms = ({ requiredPrograms = [] }) => requiredPrograms.every((path) => existsSync(path));
const findExecutable = (browser) =>
  hasRequiredPrograms(browser) ? browser.paths.find((path) => existsSync(path)) : undefined;

/**
 * Finds a browser. As root on Debian, it first installs the packages when the fastest path or a required program is missing, even if
 * a slower path exists. When no Chromium is found, it installs the Chromium of Playwright.
 *
 * @param name "chromium", "firefox" or "webkit"
 * @returns the path of the browser; undefined when there is none, or for the Chromium of Playwright, which Playwright finds itself
 */
export async function ensureBrowser(name) {
  const browser = browsers[name];
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if ((!existsSync(browser.paths[0]) || !hasRequiredPrograms(browser)) && canInstall) {
    process.stdout.write(`Installing ${browser.debianPackages.join(", ")} for the browser tests.\n`);
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await runCommand("apt-get", ["update", "-qq"], env);
    await runCommand("apt-get", ["install", "-y", "-qq", ...browser.debianPackages], env);
  }
  const executable = findExecutable(browser);
  if (!executable && name === "chromium") await runCommand("playwright", ["install", "chromium"]);
  return executable;
}
