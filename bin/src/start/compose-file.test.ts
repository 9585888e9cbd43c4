import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const FILE = fileURLToPath(new URL("../../../docker-compose.yml", import.meta.url));
const EXAMPLE_FILE = fileURLToPath(new URL("../../../.env.example", import.meta.url));
const SECRETS = ["POSTGRES_PASSWORD", "DAYBOOK_MASTER_KEY", "MEILI_MASTER_KEY", "MONGODB_PASSWORD"];
const SERVICE_COUNT = 9;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "daybook-compose-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs `docker-compose config`, which validates the file and prints the resulting configuration. */
async function composeConfig(variables: readonly string[]) {
  const environmentFile = join(folder, "environment");
  await writeFile(environmentFile, variables.map((name) => `${name}=secret0123456789\n`).join(""));
  const { status, stdout, stderr } = spawnSync(
    "docker-compose",
    ["--env-file", environmentFile, "-f", FILE, "config"],
    {
      encoding: "utf8",
      env: { PATH: process.env["PATH"] },
    },
  );
  return { status, stdout, stderr };
}

const hasDockerCompose = spawnSync("docker-compose", ["--version"]).status === 0;

describe.skipIf(!hasDockerCompose)("the resolved configuration (needs docker-compose)", () => {
  test("docker-compose.yml is valid, has health checks, and publishes only the web port to the network", async () => {
    const { status, stdout, stderr } = await composeConfig(SECRETS);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout.match(/^ {4}healthcheck:$/gm)).toHaveLength(SERVICE_COUNT);
    const publishedPorts = [...stdout.matchAll(/^ {4}- (?:published: (\S+)|(\S+:\d+)\/tcp)$/gm)];
    expect(publishedPorts.map(([, web, server]) => web ?? server)).toEqual([
      "3000",
      "127.0.0.1:2113:2113",
      "127.0.0.1:8025:8025",
    ]);
  });

  test("only the api, the schedulers and the search indexer get the master key", async () => {
    const { stdout } = await composeConfig(SECRETS);
    const services = stdout.split(/^ {2}(?=[a-z-]+:$)/m);
    const servicesWithKey = services
      .filter((text) => text.includes("DAYBOOK_MASTER_KEY:"))
      .map((text) => text.split(":")[0]);
    expect(new Set(servicesWithKey)).toEqual(new Set(["api", "schedulers", "search-indexer"]));
  });

  test("docker-compose.yml is valid without secrets, and has no default secrets", async () => {
    const { status, stdout } = await composeConfig([]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ +POSTGRES_PASSWORD: ''$/m);
    expect(stdout).toMatch(/^ +DAYBOOK_MASTER_KEY: ''$/m);
    expect(stdout).toMatch(/^ +MEILI_MASTER_KEY: ''$/m);
    expect(stdout).toMatch(/^ +MONGO_INITDB_ROOT_PASSWORD: ''$/m);
    expect(stdout).toMatch(/^ +PUBLIC_URL: http:\/\/localhost:3000$/m);
  });
});

test("every image is pinned to one release", async () => {
  const images = [...(await readFile(FILE, "utf8")).matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image);
  expect(images).toHaveLength(6);
  for (const image of images) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-\w+)?$/);
});

test("every variable of .env.example reaches a container", async () => {
  const compose = await readFile(FILE, "utf8");
  const variables = [...(await readFile(EXAMPLE_FILE, "utf8")).matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)];
  expect(variables.length).toBeGreaterThan(30);
  // The image sets the address and the data folder.
  const missing = variables
    .map(([, name]) => name ?? "")
    .filter(
      (name) =>
        !["HOST", "DAYBOOK_DATA"].includes(name) && !new RegExp(`\\b${name}: |\\{${name}:-`).test(compose),
    );
  expect(missing).toEqual([]);
});

test("the roles that charge and refund get the keys of the payment service, and no others do", async () => {
  const compose = await readFile(FILE, "utf8");
  const payments = /^x-payments: &payments\n((?: {2}.*\n)+)/m.exec(compose)?.[1] ?? "";
  for (const name of ["MERCHANT_ID", "PUBLIC_KEY", "PRIVATE_KEY", "TOKENIZATION_KEY", "ENVIRONMENT"]) {
    expect(payments).toContain(`BRAINTREE_${name}: \${BRAINTREE_${name}:-}`);
  }
  const services = compose.slice(compose.indexOf("\nservices:")).split(/^ {2}(?=[a-z-]+:$)/m);
  const servicesWithKeys = services
    .filter((text) => text.includes("*payments"))
    .map((text) => text.split(":")[0]);
  expect(servicesWithKeys).toEqual(["api", "schedulers"]);
});
