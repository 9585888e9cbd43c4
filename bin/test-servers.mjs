import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { promisify } from "node:util";
import { MongoClient } from "mongodb";
import { countTests } from "./test/count-tests.mjs";

/**
 * `npm run test:servers`: runs the contract tests of every port against each configured server, and a smoke test
 * of the product on all of them. Then it prints a table. Exits with 1 if a test failed or no server is configured.
 * The servers may hold other data, but the event store must be one that no other Daybook uses: the smoke test reads all of it.
 */

const reportFile = ".cache/test-reports/servers.json";

if (existsSync(".env")) process.loadEnvFile(".env");

/** Fetches a page about the server's version. Returns `null` without an answer. */
async function readPage(url, headers = {}) {
  try {
    return await fetch(url, { headers, signal: AbortSignal.timeout(10_000) });
  } catch {
    return null;
  }
}

/** The first line that a server sends to a new connection. */
function readGreeting(url) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port || 25), hostname);
    socket.setTimeout(10_000, () => socket.destroy());
    socket.once("data", (chunk) => {
      resolve(chunk.toString().split("\r\n")[0]);
      socket.end("QUIT\r\n");
    });
    socket.once("error", () => resolve(null));
    socket.once("close", () => resolve(null));
  });
}

const noVersion = "gives no version";

/**
 * The ports of the platform (the interfaces to servers): the variables that configure a server, how to read its version, and the file
 * with the tests.
 */
const ports = [
  {
    name: "Event store",
    variables: ["EVENTSTORE_URL"],
    file: "platform/src/event-store/kurrent.int.test.ts",
    async version(url) {
      const { host, searchParams } = new URL(url);
      const page = await readPage(`${searchParams.get("tls") === "false" ? "http" : "https"}://${host}/info`);
      const info = page?.ok ? await page.json() : {};
      return `KurrentDB ${info.dbVersion ?? info.esVersion ?? noVersion}`;
    },
  },
  {
    name: "Search index",
    variables: ["MEILISEARCH_URL", "MEILISEARCH_KEY"],
    file: "platform/src/search/meilisearch/meilisearch-index.int.test.ts",
    async version(url) {
      const key = process.env.MEILISEARCH_KEY;
      const page = await readPage(new URL("/version", url), { Authorization: `Bearer ${key}` });
      return `Meilisearch ${(page?.ok && (await page.json()).pkgVersion) || noVersion}`;
    },
  },
  {
    // This is not another port: the tests start the program MEILISEARCH_PROGRAM themselves, and freeze it.
    name: "Search outages",
    variables: ["MEILISEARCH_PROGRAM"],
    file: "tests/integration/frozen-search.int.test.ts",
    async version(program) {
      const output = await promisify(execFile)(program, ["--version"]).catch(() => ({ stdout: "" }));
      return output.stdout.trim() || `Meilisearch ${noVersion}`;
    },
  },
  {
    name: "Job clock",
    variables: ["MONGODB_URL"],
    file: "schedulers/src/clock/mongo-clock.int.test.ts",
    async version(url) {
      const client = new MongoClient(url, { serverSelectionTimeoutMS: 10_000 });
      try {
        const { version, ferretdbVersion } = await client.db("admin").command({ buildInfo: 1 });
        return ferretdbVersion ? `FerretDB ${ferretdbVersion} (as ${version})` : `MongoDB ${version}`;
      } catch {
        return `MongoDB ${noVersion}`;
      } finally {
        await client.close();
      }
    },
  },
  {
    name: "Photos",
    variables: ["S3_URL"],
    file: "platform/src/blobs/s3.int.test.ts",
    // S3 reports the name of the server, but no version.
    version: async (url) => (await readPage(new URL("/", url).origin))?.headers.get("server") ?? "S3",
  },
  {
    name: "Payment",
    variables: ["BRAINTREE_MERCHANT_ID", "BRAINTREE_PUBLIC_KEY", "BRAINTREE_PRIVATE_KEY"],
    file: "platform/src/payments/braintree.int.test.ts",
    // Its tests run only with BRAINTREE_ENVIRONMENT=sandbox.
    version: async () => `Braintree (${process.env.BRAINTREE_ENVIRONMENT ?? "production"})`,
  },
  {
    name: "Mail",
    variables: ["SMTP_URL", "MAILPIT_URL"],
    file: "platform/src/mail/smtp.int.test.ts",
    async version(url) {
      const page =
        process.env.MAILPIT_URL && (await readPage(new URL("/api/v1/info", process.env.MAILPIT_URL)));
      if (page?.ok) return `Mailpit ${(await page.json()).Version}`;
      return (await readGreeting(url)) ?? noVersion;
    },
  },
];
const smokeFile = "tests/integration/servers-smoke.int.test.ts";

function runVitest(files) {
  rmSync(reportFile, { force: true });
  const reporters = ["--reporter", "default", "--reporter", "json", "--outputFile.json", reportFile];
  const child = spawn("vitest", ["run", "--project", "integration", ...reporters, ...files], {
    stdio: "inherit",
    env: { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}` },
  });
  return new Promise((resolve) => {
    const readResults = () =>
      existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, "utf8")).testResults : [];
    child.on("error", () => resolve([]));
    child.on("close", () => resolve(readResults()));
  });
}

function reasonNotToRun({ variables }) {
  const unset = variables.filter((name) => !process.env[name]);
  return unset.length > 0 ? `${unset.join(" and ")} not set` : null;
}

function printTable(rows) {
  const lines = [["Port", "Server", "Passed", "Failed", "Not run"], ...rows.map((row) => row.map(String))];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines) {
    process.stdout.write(
      `${line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd()}\n`,
    );
  }
}

const testedPorts = ports.filter((port) => reasonNotToRun(port) === null);
if (testedPorts.length === 0) {
  const names = ports.map(({ variables }) => variables.join(" with "));
  process.stderr.write(`No server to test. Set one or more of: ${names.join(", ")}.\n`);
  process.exit(1);
}
mkdirSync(".cache/test-reports", { recursive: true });
// The smoke test runs first. Its read models read the whole event store, and the contract tests leave unknown events there.
const smokeResults = await runVitest([smokeFile]);
const contractResults = await runVitest(testedPorts.map(({ file }) => file));

const rows = [];
for (const port of ports) {
  const reason = reasonNotToRun(port);
  const url = process.env[port.variables[0]];
  const server = url ? await port.version(url) : "none";
  const { passed, failed, notRun } = reason === null ? countTests(contractResults, port.file) : {};
  rows.push([port.name, server, passed ?? "-", failed ?? "-", reason ? `all: ${reason}` : notRun]);
}
const { passed, failed, notRun } = countTests(smokeResults, smokeFile);
rows.push([
  "The product",
  `on ${testedPorts.map(({ name }) => name.toLowerCase()).join(", ")}`,
  passed,
  failed,
  notRun,
]);
process.stdout.write("\n");
printTable(rows);
process.exitCode = rows.some(([, , , failures]) => Number(failures) > 0) ? 1 : 0;
