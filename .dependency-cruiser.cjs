/**
 * Who may import whom. The table is the architecture: change it in docs/architecture.md and here together.
 */
const mayImport = {
  domain: [],
  content: ["domain"],
  platform: ["domain"],
  "read-models": ["domain", "platform"],
  application: ["domain", "content", "platform", "read-models"],
  api: ["domain", "content", "platform", "read-models", "application"],
  projections: ["domain", "content", "platform", "read-models"],
  "search-indexer": ["domain", "content", "platform", "read-models", "application"],
  schedulers: ["domain", "content", "platform", "read-models", "application"],
  client: ["domain", "content"],
  bin: [
    "domain",
    "content",
    "platform",
    "read-models",
    "application",
    "api",
    "projections",
    "search-indexer",
    "schedulers",
  ],
  tests: [
    "domain",
    "content",
    "platform",
    "read-models",
    "application",
    "projections",
    "search-indexer",
    "api",
    "bin",
    "schedulers",
  ],
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
      comment:
        "The domain imports only itself and zod. Its tests and given-when-then.ts may use the test runner.",
      severity: "error",
      from: { path: "^domain/src", pathNot: "(\\.test\\.ts|given-when-then\\.ts)$" },
      to: { pathNot: "^domain/|^node_modules/zod/" },
    },
    {
      name: "events-are-appended-in-one-place",
      comment:
        "Only the command handler (and the adapters' own tests) appends. Other code gets the event store as a port.",
      severity: "error",
      from: {
        path: "^(application|api|projections|search-indexer|schedulers)/src",
        pathNot: "\\.test\\.ts$|/testing/",
      },
      to: { path: "^platform/src/event-store/(postgres|kurrent|in-memory)\\.ts$" },
    },
    {
      name: "application-knows-no-http",
      comment: "Use cases know no request, status or wire shape; only api and bin do.",
      severity: "error",
      from: { path: "^application/src" },
      to: {
        path: "^node_modules/(koa|@koa/|raw-body|@fastify/)|^domain/src/contract/(contract|endpoint)\\.ts",
      },
    },
    {
      name: "api-routes-are-the-top",
      comment: "Presenters and the HTTP layer import no route; only app.ts mounts the routes.",
      severity: "error",
      from: { path: "^api/src/", pathNot: "^api/src/(routes/|app\\.ts$)" },
      to: { path: "^api/src/routes/" },
    },
    {
      name: "api-decides-nothing",
      comment:
        "The API calls use cases and uses no server itself. Exceptions: main.ts puts the parts together, and the error handler " +
        "knows the errors of the servers.",
      severity: "error",
      from: { path: "^api/src/", pathNot: "^api/src/(main|http/error-handler)\\.ts$|\\.test\\.ts$" },
      to: {
        path: "^(read-models|content|platform)/",
        pathNot: "^platform/src/event-store/uuid5\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "routes-call-use-cases",
      comment: "Use cases check who may do what. A route contains no access check and no rule of the domain.",
      severity: "error",
      from: { path: "^api/src/routes/" },
      to: {
        path: "^application/src/access/|^domain/src/(?!contract/|kernel/)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "client-features-stay-apart",
      severity: "error",
      from: { path: "^client/src/features/([^/]+)/" },
      to: { path: "^client/src/features/([^/]+)/", pathNot: "^client/src/features/$1/" },
    },
    {
      name: "shared-imports-no-feature",
      comment: "Shared code imports no feature; client/src/app puts the features together.",
      severity: "error",
      from: { path: "^client/src/(shared|stores)/" },
      to: { path: "^client/src/features/" },
    },
    {
      name: "client-app-is-the-top",
      severity: "error",
      from: { path: "^client/src/", pathNot: "^client/src/(app/|main\\.tsx$)" },
      to: { path: "^client/src/app/" },
    },
    {
      name: "client-carries-no-schema-library",
      comment: "The client imports only types and plain data from the contract, because zod would add 20 kB.",
      severity: "error",
      from: { path: "^client/src" },
      to: {
        path: "^(node_modules/zod/|domain/src/contract/(account|analytics|contract|endpoint|entries|entry-bulk|journal-details|journals|lock-form|locks|looking-glass|photos|reminders|search|sessions|settings|sharing|tags|values)\\.ts)",
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
      from: { pathNot: "^tests/|\\.test\\.tsx?$|/testing/|-contract\\.ts$|^vitest|^bin/src/bench/" },
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
