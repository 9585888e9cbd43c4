/**
 * Who may import whom. The table is the architecture: change it in docs/architecture.md and here together.
 */
const mayImport = {
  domain: [],
  content: ["domain"],
  platform: ["domain"],
  "read-models": ["domain", "platform"],
  api: ["domain", "content", "platform", "read-models"],
  projections: ["domain", "content", "platform", "read-models"],
  "search-indexer": ["domain", "content", "platform", "read-models"],
  schedulers: ["domain", "content", "platform", "read-models"],
  client: ["domain", "content"],
  bin: ["domain", "content", "platform", "read-models", "api", "projections", "search-indexer", "schedulers"],
  tests: ["domain", "content", "platform", "read-models", "projections", "search-indexer", "api", "bin"],
};

const packages = Object.keys(mayImport);

const boundaries = packages.map((name) => ({
  name: `${name}-imports-only-its-neighbours`,
  severity: "error",
  from: { path: `^${name}/` },
  to: {
    path: `^(${packages.join("|")})/`,
    pathNot: `^(${[name, ...mayImport[name]].join("|")})/`,
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...boundaries,
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "everything-resolves",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "\\.css$|\\?|^virtual:|^hast$" },
    },
    {
      name: "domain-is-pure",
      comment: "The domain knows zod and itself; its specification kit and tests may use the test runner.",
      severity: "error",
      from: { path: "^domain/src", pathNot: "(\\.test\\.ts|given-when-then\\.ts)$" },
      to: { pathNot: "^domain/|^node_modules/zod/" },
    },
    {
      name: "events-are-appended-in-one-place",
      comment:
        "Only the command handler (and the adapters' own tests) appends; everybody else gets it as a port.",
      severity: "error",
      from: {
        path: "^(api|projections|search-indexer|schedulers)/src",
        pathNot: "\\.test\\.ts$|/testing/",
      },
      to: { path: "^platform/src/event-store/(postgres|kurrent|in-memory)\\.ts$" },
    },
    {
      name: "client-features-stay-apart",
      severity: "error",
      from: { path: "^client/src/features/([^/]+)/" },
      to: { path: "^client/src/features/([^/]+)/", pathNot: "^client/src/features/$1/" },
    },
    {
      name: "client-carries-no-schema-library",
      comment: "The browser takes types and plain data from the contract; zod would cost 20 kB.",
      severity: "error",
      from: { path: "^client/src" },
      to: {
        path: "^(node_modules/zod/|domain/src/contract/(contract|endpoint|values|accounts|journals|entries|entry-bulk|locks|lock-form)\\.ts)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "nothing-imports-tests",
      severity: "error",
      from: { pathNot: "^tests/|\\.test\\.tsx?$|\\.spec\\.ts$" },
      to: { path: "^tests/|\\.test\\.tsx?$" },
    },
    {
      name: "testing-kits-are-for-tests-and-measurements",
      severity: "error",
      from: { pathNot: "^tests/|\\.test\\.tsx?$|/testing/|store-contract\\.ts$|^vitest|^bin/src/bench/" },
      to: { path: "/testing/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|data)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"],
    },
  },
};
