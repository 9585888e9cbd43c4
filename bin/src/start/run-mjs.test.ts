import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const REPOSITORY = fileURLToPath(new URL("../../../", import.meta.url));

let project: string;

/** A repository with one package, one command and the installed packages. */
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "daybook-run-command-"));
  for (const folder of ["bin/src", "domain/src", "node_modules"])
    await mkdir(join(project, folder), { recursive: true });
  await cp(join(REPOSITORY, "bin", "run.mjs"), join(project, "bin", "run.mjs"));
  await cp(join(REPOSITORY, "bin", "run"), join(project, "bin", "run"), { recursive: true });
  const lockfile = JSON.stringify({ packages: {} });
  await write("package-lock.json", lockfile);
  await write("node_modules/.package-lock.json", lockfile);
  for (const name of ["esbuild", "@esbuild"]) {
    await symlink(join(REPOSITORY, "node_modules", name), join(project, "node_modules", name));
  }
  await write("domain/src/greeting.ts", `export const greeting: string = "Good morning";`);
  await write("domain/src/place.ts", `export const place = new URL(".", import.meta.url).pathname;`);
  await write(
    "bin/src/greet.ts",
    `import { greeting } from "@daybook/domain/greeting";
     const { place } = await import("@daybook/domain/place");
     console.log(greeting + " " + process.argv.slice(2).join(" ") + " from " + place);`,
  );
});

afterEach(() => rm(project, { recursive: true, force: true }));

function write(path: string, content: string): Promise<void> {
  return writeFile(join(project, path), content);
}

async function run(
  parameters: readonly string[],
  options: readonly string[] = [],
  env: NodeJS.ProcessEnv = { PATH: process.env["PATH"] },
) {
  const child = spawn(process.execPath, [...options, join(project, "bin", "run.mjs"), ...parameters], {
    stdio: ["ignore", "pipe", "pipe"],
    env,
  });
  const code = new Promise((resolve) => child.once("exit", resolve));
  return { stdout: await text(child.stdout), stderr: await text(child.stderr), code: await code };
}

test("a command is built only when its sources changed, and gets its parameters", async () => {
  const folder = join(project, "domain", "src/");
  const firstRun = await run(["greet", "Ada"]);
  expect(firstRun).toEqual({
    stdout: `Building the server …\nGood morning Ada from ${folder}\n`,
    stderr: "",
    code: 0,
  });
  expect((await run(["greet", "Ada"])).stdout).toBe(`Good morning Ada from ${folder}\n`);

  await write("domain/src/greeting.test.ts", "tests do not count");
  expect((await run(["greet"])).stdout).not.toContain("Building");

  await write("domain/src/greeting.ts", `export const greeting = "Good evening";`);
  expect((await run(["greet", "Ada"])).stdout).toBe(
    `Building the server …\nGood evening Ada from ${folder}\n`,
  );
});

test("a benchmark measures the client of the current sources", async () => {
  await mkdir(join(project, "client"));
  await mkdir(join(project, "node_modules", "vite", "bin"), { recursive: true });
  const writeIndexFile = `require("fs").cpSync("text.html", process.argv[process.argv.indexOf("--outDir") + 1] + "/index.html")`;
  await write("node_modules/vite/bin/vite.js", writeIndexFile);
  await write(
    "bin/src/bench.ts",
    `import fs from "node:fs"; console.log(fs.readFileSync("client/dist/index.html", "utf8"));`,
  );
  await write("client/text.html", "old");
  expect((await run(["bench"])).stdout).toMatch(/old\n$/);
  await write("client/text.html", "new");
  expect((await run(["bench"])).stdout).toMatch(/new\n$/);
});

test("after a killed build, one of several concurrent runs builds, and all work", async () => {
  await mkdir(join(project, "dist"), { recursive: true });
  await symlink("999999999", join(project, "dist", ".building-server"));
  const runs = await Promise.all(["a", "b", "c", "d"].map((name) => run(["greet", name])));
  expect(runs.map(({ code, stderr }) => `${String(code)}${stderr}`)).toEqual(["0", "0", "0", "0"]);
  expect(runs.filter(({ stdout }) => stdout.includes("Building"))).toHaveLength(1);
  expect((await readdir(join(project, "dist"))).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "server",
    "server.stamp",
  ]);
});

test("a killed build whose process id now belongs to another process does not stop the next one", async () => {
  await mkdir(join(project, "dist"), { recursive: true });
  await symlink(`${process.pid}-0`, join(project, "dist", ".building-server"));
  expect((await run(["greet"])).stdout).toContain("Good morning");
});

test("a source that does not compile fails with a message, and the previous build stays", async () => {
  await run(["greet"]);
  const filesBefore = await readdir(join(project, "dist", "server"));
  await write("domain/src/greeting.ts", "export const = 1;");
  const { code, stderr } = await run(["greet"]);
  expect(code).toBe(1);
  expect(stderr).toContain("domain/src/greeting.ts");
  expect(stderr).toContain("The server could not be built; see the message above.");
  expect(await readdir(join(project, "dist", "server"))).toEqual(filesBefore);
});

test("a build that cannot be stored fails with the reason", async () => {
  await mkdir(join(project, "dist"));
  await write("dist/server", "a file where the build needs a folder");
  const { code, stderr } = await run(["greet"]);
  expect(code).toBe(1);
  expect(stderr).toContain("EEXIST");
});

test("without npm, the installation fails with a message that says so", async () => {
  await write(
    "package-lock.json",
    JSON.stringify({ packages: { "node_modules/poem": { version: "1.0.0" } } }),
  );
  const { code, stderr } = await run(["greet"], [], { PATH: project });
  expect(code).toBe(1);
  expect(stderr).toBe("The packages could not be installed: npm did not start (spawn npm ENOENT).\n");
});

test("an unknown command fails with the list of commands", async () => {
  expect(await run(["sing"])).toEqual({
    stdout: "",
    stderr: "Usage: node bin/run.mjs <command>, where the command is one of: build, greet.\n",
    code: 1,
  });
});

test("a too old version of Node is refused with a message", async () => {
  const olderVersion = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.18.3" } })`;
  expect(
    await run(["greet"], ["--import", `data:text/javascript,${encodeURIComponent(olderVersion)}`]),
  ).toEqual({
    stdout: "",
    stderr: "Daybook needs Node 20.19 or newer, and this is Node 20.18.3.\n",
    code: 1,
  });
});
