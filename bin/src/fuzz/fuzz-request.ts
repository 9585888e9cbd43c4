import { contract } from "@daybook/domain/contract/contract";
import { type Endpoint, parseInput } from "@daybook/domain/contract/endpoint";
import { type CallName, changesByGet, methodAndPath, paths } from "@daybook/domain/contract/paths";
import { isRejection } from "@daybook/domain/kernel/rejection";
import fc from "fast-check";
import { z } from "zod";

/** The signature of a request. A guessed one is made with a wrong secret. */
export type Signing = "none" | "malformed" | "guessed" | "correct";

/** A request that must change nothing: the API refuses it, or it is a read, or a call without effect that needs no session. */
export type FuzzRequest = {
  readonly call: CallName;
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  readonly signing: Signing;
};

/** Ids of another person's journal and entry, so that some requests name things that exist. */
export type KnownIds = Readonly<Record<string, string>>;

const callNames = Object.keys(paths) as CallName[];
/** True for a GET call that changes nothing. */
export const isRead = (call: CallName): boolean =>
  methodAndPath(call).method === "GET" && !changesByGet.has(call);
const nestedArrays = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const unicode = fc.string({ unit: "binary", maxLength: 60 });

const oddText = fc.oneof(
  unicode,
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\uFEFF",
    "\u202E",
    "null",
    "__proto__",
    "' OR 1=1 --",
    "../..",
    "%00",
    "🕯️",
  ),
  fc.nat({ max: 200_000 }).map((length) => "x".repeat(length)),
);
const oddValue = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(-1, 0, 1.5, 2 ** 53, -(2 ** 63), 1e308, true, null, [], {}, [[]]),
);
const oddSegment = fc.oneof(
  fc.constantFrom(
    "0",
    "-1",
    "1e3",
    "9007199254740993",
    "99999999999999999999",
    "%00",
    "%",
    "..",
    "%2e%2e",
    "null",
  ),
  // An empty segment would make another path.
  unicode.map((text) => encodeURIComponent(text) || "%20"),
  fc.nat().map(String),
);

/** The field names of a schema, so that odd values reach the code that reads them. */
function fieldsOf(schema: z.ZodType): string[] {
  const { properties } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.keys(properties ?? {});
}

/** An object with some of the fields, and usually an unknown field. */
function oddObject(
  fields: readonly string[],
  value: fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  const fieldValues = Object.fromEntries(fields.map((field) => [field, value]));
  return fc
    .tuple(fc.record(fieldValues, { requiredKeys: [] }), fc.option(fc.tuple(oddText, oddValue), { freq: 8 }))
    .map(([object, extraField]) => (extraField ? { ...object, [extraField[0]]: extraField[1] } : object));
}

/** The bytes of a body: JSON with odd values, a duplicate key, too much depth or size, or no JSON at all. */
function oddBody(fields: readonly string[]): fc.Arbitrary<Buffer> {
  const object = oddObject(fields, oddValue).map((value) => JSON.stringify(value));
  const field = fc.constantFrom(...fields, "__proto__", "constructor");
  return fc.oneof(
    { weight: 120, arbitrary: object.map((text) => Buffer.from(text)) },
    { weight: 20, arbitrary: fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))) },
    {
      weight: 20,
      arbitrary: fc.tuple(field, oddValue, oddValue).map(([name, a, b]) => {
        const key = JSON.stringify(name);
        return Buffer.from(`{${key}:${JSON.stringify(a)},${key}:${JSON.stringify(b)}}`);
      }),
    },
    {
      weight: 10,
      arbitrary: fc
        .tuple(field, fc.nat({ max: 20_000 }))
        .map(([name, depth]) => Buffer.from(`{"${name}":${nestedArrays(depth)}}`)),
    },
    { weight: 20, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
    {
      weight: 10,
      arbitrary: fc
        .constantFrom("{", '"', "[1,", "{'a':1}", "NaN", '{"a":01}', "")
        .map((text) => Buffer.from(text)),
    },
    { weight: 1, arbitrary: fc.constant(Buffer.alloc(2_200_000, 0x20)) },
  );
}

const oddHeaders = fc.record(
  {
    "content-type": fc.constantFrom(
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/json; charset=utf-7",
      "multipart/form-data",
    ),
    "idempotency-key": fc
      .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 300 })
      .map((text) => text.trim() || "k"),
    "x-source": fc.constantFrom("import", "operator", "web"),
    "x-forwarded-for": fc.ipV6(),
    "content-encoding": fc.constantFrom("gzip", "br", "identity"),
  },
  { requiredKeys: [] },
);

function targetOf(
  path: string,
  ids: KnownIds,
  query: Readonly<Record<string, unknown>>,
  oddSegments: readonly string[],
): string {
  let segmentIndex = 0;
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) => {
    const segment = oddSegments[segmentIndex++];
    return segment ?? ids[name] ?? "1";
  });
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value.slice(0, 2_000) : JSON.stringify(value),
    ]),
  ).toString();
  return (search === "" ? filledPath : `${filledPath}?${search}`).slice(0, 7_000);
}

/**
 * True when the contract accepts the input. The caller signs such a request correctly only if it is a read. All other correctly signed
 * requests have an input that the API must refuse.
 */
function contractAccepts(
  endpoint: Endpoint,
  request: Omit<FuzzRequest, "signing" | "call" | "method">,
  template: string,
): boolean {
  try {
    if (request.body === null) return acceptsParts(endpoint, request, template, {});
    const text = new TextDecoder("utf-8", { fatal: true }).decode(request.body);
    return acceptsParts(endpoint, request, template, text === "" ? {} : JSON.parse(text));
  } catch {
    return false;
  }
}

function acceptsParts(
  endpoint: Endpoint,
  { target }: Pick<FuzzRequest, "target">,
  template: string,
  body: unknown,
): boolean {
  const [path = "", search = ""] = target.split("?");
  const segments = path.split("/");
  const params: Record<string, string> = {};
  for (const [index, part] of template.split("/").entries()) {
    if (part.startsWith(":")) params[part.slice(1)] = decodeURIComponent(segments[index] ?? "");
  }
  const query = Object.fromEntries(new URLSearchParams(search));
  return [
    parseInput(endpoint.params, params),
    parseInput(endpoint.query, query),
    parseInput(endpoint.body, body),
  ].every((part) => !isRejection(part));
}

function requestOf(call: CallName, ids: KnownIds): fc.Arbitrary<FuzzRequest> {
  const { method, path: template } = methodAndPath(call);
  // Braces mark parameters that may be left out; here they are always there.
  const path = template.replaceAll(/[{}]/g, "");
  const endpoint: Endpoint = contract[call];
  const body =
    method === "GET" ? fc.constant(null) : fc.option(oddBody(fieldsOf(endpoint.body)), { freq: 12 });
  return fc
    .record({
      body,
      query: oddObject(fieldsOf(endpoint.query), oddValue),
      oddSegments: fc.array(oddSegment, { maxLength: 2 }),
      headers: oddHeaders,
      // One request in four has odd headers.
      headerDraw: fc.nat({ max: 3 }),
      signing: fc.constantFrom<Signing>("correct", "correct", "guessed", "malformed", "none"),
    })
    .map(({ body, query, oddSegments, headers, headerDraw, signing }) => {
      const defaults: Record<string, string> = body === null ? {} : { "content-type": "application/json" };
      const request = {
        target: targetOf(path, ids, query, oddSegments),
        headers: headerDraw === 0 ? { ...defaults, ...headers } : defaults,
        body,
      };
      const isHarmless = isRead(call) || !contractAccepts(endpoint, request, path);
      return { call, method, ...request, signing: isHarmless ? signing : "guessed" };
    });
}

/** Generates requests to all calls in turn. The same seed gives the same requests. */
export function fuzzRequests(ids: KnownIds, count: number, seed: number): FuzzRequest[] {
  const requestsPerCall = Math.ceil(count / callNames.length);
  const byCall = callNames.map((name, index) =>
    fc.sample(requestOf(name, ids), { numRuns: requestsPerCall, seed: seed + index }),
  );
  return Array.from({ length: requestsPerCall }, (_, round) =>
    byCall.flatMap((requests) => requests[round] ?? []),
  )
    .flat()
    .slice(0, count);
}
