import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import type { BraintreeKeys } from "./payments/braintree-gateway.ts";
import { StartError } from "./start-error.ts";

/** The roles of Daybook; `all` runs them in one process. */
export const ROLES = ["all", "api", "projections", "search-indexer", "schedulers"] as const;

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** An empty variable counts as not set: compose files leave unused variables empty. */
const text = z
  .string()
  .optional()
  .transform((value) => (value?.trim() ? value.trim() : undefined));

/** Checks a URL only roughly, because some URLs name several hosts, which `URL` refuses. The client library checks the rest. */
function url(schemes: readonly string[], example: string) {
  return text.refine(
    (value) =>
      value === undefined || schemes.some((scheme) => new RegExp(`^${scheme}://[^\\s/]+\\S*$`).test(value)),
    { error: `must be a URL like ${example}` },
  );
}

/** A URL for `fetch`, which refuses one with a user name or a password. */
const fetchUrl = (example: string) =>
  text.refine((value) => value === undefined || isFetchable(value), {
    error: `must be a URL like ${example}, without a user name and password`,
  });

function isFetchable(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return ["http:", "https:"].includes(protocol) && username + password === "";
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, hash } = new URL(value);
  return ["http:", "https:"].includes(protocol) && pathname + search + hash === "/";
}

function oneOf<const Value extends string>(values: readonly Value[], fallback: Value) {
  return text.transform((value, context) => {
    const choice = values.find((candidate) => candidate === (value ?? fallback));
    if (choice !== undefined) return choice;
    context.addIssue({ code: "custom", message: `must be one of ${values.join(", ")}` });
    return z.NEVER;
  });
}

const wholeNumber = <Fallback extends number | undefined>(fallback: Fallback, min: number, max: number) =>
  text
    .refine((value) => value === undefined || (/^\d{1,5}$/.test(value) && +value >= min && +value <= max), {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform((value) => (value === undefined ? fallback : Number(value)));

/** Reads a number of megabytes, and returns bytes. */
const megabytes = (fallback: number) =>
  text
    .refine((value) => value === undefined || /^\d{1,9}$/.test(value), {
      error: "must be a whole number of megabytes",
    })
    .transform((value) => Number(value ?? fallback) * 1024 * 1024);

const HOST_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;
const EMAIL_ADDRESS = /^[^\s<>@]+@[^\s<>@]+$/;
/** `a@b`, or a name and `<a@b>`. One line, since it becomes a header. */
const SENDER = /^(?:[^<>@\r\n"]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
/** The address of a sender, without its name. */
const addressOf = (sender: string): string => /<([^<>]+)>/.exec(sender)?.[1] ?? sender;
const BASE64_32_BYTES = /^[A-Za-z0-9+/]{43}=$/;
/** The key and its secret, a host, one bucket, and perhaps a region. */
const S3_BUCKET_URL =
  /^https?:\/\/[^\s/:@]+:[^\s/:@]+@[^\s/:@]+(?::\d+)?\/[a-z0-9][a-z0-9.-]+\/?(?:\?region=[\w-]+)?$/i;
const INDEX_PREFIX = /^[\w-]{1,100}$/;
const EVENT_STORE_SCHEMES = ["kurrentdb", "kurrentdb\\+discover", "esdb", "esdb\\+discover"];

const Environment = z.object({
  PORT: wholeNumber(3000, 1, 65_535),
  // By default, only this machine can connect.
  HOST: text
    .transform((value) => value ?? "127.0.0.1")
    .refine((value) => isIP(value) > 0 || HOST_NAME.test(value), {
      error: "must be an address of this machine like 127.0.0.1 or 0.0.0.0",
    }),
  DAYBOOK_DATA: text.transform((value) => resolve(value ?? "data")),
  DAYBOOK_ROLE: oneOf(ROLES, "all"),
  DAYBOOK_MASTER_KEY: text
    .refine((value) => value === undefined || BASE64_32_BYTES.test(value), {
      error: "must be 32 bytes in base64, as `openssl rand -base64 32` makes them",
    })
    .transform((value) => (value === undefined ? undefined : Buffer.from(value, "base64"))),
  PUBLIC_URL: text.refine((value) => value === undefined || isOrigin(value), {
    error: "must be an address without a path, like https://diary.example.org",
  }),
  PROXIES: wholeNumber(undefined, 0, 9),
  OAUTH_SHA1: oneOf(["legacy", "all"], "legacy"),
  DATABASE_URL: url(["postgres", "postgresql"], "postgres://user:password@host:5432/daybook"),
  EVENTSTORE_URL: url(EVENT_STORE_SCHEMES, "kurrentdb://host:2113?tls=false"),
  MEILISEARCH_URL: fetchUrl("http://host:7700"),
  MEILISEARCH_KEY: text,
  MEILISEARCH_PREFIX: text
    .transform((value) => value ?? "daybook")
    .refine((value) => INDEX_PREFIX.test(value), { error: "must be up to 100 letters, digits, - and _" }),
  MONGODB_URL: url(["mongodb", "mongodb\\+srv"], "mongodb://host:27017/daybook"),
  SMTP_URL: url(["smtp", "smtps"], "smtp://user:password@host:587"),
  MAIL_FROM: text
    .transform((value) => value ?? "Daybook <daybook@localhost>")
    .refine((value) => SENDER.test(value), { error: "must be a sender like Daybook <daybook@example.org>" }),
  SUPPORT_EMAIL: text.refine((value) => value === undefined || EMAIL_ADDRESS.test(value), {
    error: "must be an e-mail address like help@example.org",
  }),
  S3_URL: text.refine((value) => value === undefined || S3_BUCKET_URL.test(value), {
    error:
      "must be a URL like https://KEY:SECRET@host/bucket?region=eu-central-1, key and secret percent-encoded",
  }),
  PHOTOS_FREE_MB: megabytes(1_024),
  PHOTOS_PAID_MB: megabytes(20_480),
  DAYBOOK_ONBOARDING: oneOf(["welcome", "onboarding"], "welcome"),
  MOBILE_SCREENS: oneOf(["splash", "full"], "splash"),
  TURNSTILE_SITE_KEY: text,
  TURNSTILE_SECRET_KEY: text,
  BRAINTREE_ENVIRONMENT: oneOf(["sandbox", "production"], "production"),
  BRAINTREE_MERCHANT_ID: text,
  BRAINTREE_PUBLIC_KEY: text,
  BRAINTREE_PRIVATE_KEY: text,
  BRAINTREE_TOKENIZATION_KEY: text,
  ANALYTICS_URL: fetchUrl("https://analytics.example.org/events"),
  ANALYTICS_KEY: text,
  LOG_LEVEL: oneOf(LOG_LEVELS, "info"),
});

/** The variables that configure Daybook. */
export const variableNames: ReadonlySet<string> = new Set(Object.keys(Environment.shape));

/** How this process runs, read once at the start. `.env.example` describes the variables. */
export type Config = {
  role: (typeof ROLES)[number];
  /** The address and port on which the api listens. */
  host: string;
  port: number;
  /** The public origin, without a slash at the end; links in mails begin with it. */
  publicUrl: string;
  /** The origin that requests are signed for. Undefined means the protocol and host of each request. */
  signingOrigin: string | undefined;
  /** How many proxies are in front, each of which adds the address it saw to `X-Forwarded-For`. */
  proxies: number;
  /** True when every call may be signed with HMAC-SHA1, for old programs; otherwise only a few old calls may. */
  allowsSha1ForAllCalls: boolean;
  /** The absolute path of the data folder. */
  dataFolder: string;
  /** 32 bytes. Undefined means the key in the data folder. */
  masterKey: Buffer | undefined;
  /** Undefined means the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** Undefined means the event store in PostgreSQL. */
  eventStoreUrl: string | undefined;
  /** Undefined means full text search in PostgreSQL. */
  meilisearch: { url: string; key: string; prefix: string } | undefined;
  /** Undefined means that the job clock is in PostgreSQL. */
  mongodbUrl: string | undefined;
  /** Undefined means `.eml` files in the data folder. */
  smtpUrl: string | undefined;
  /** The sender of every mail, with or without a name before the address. */
  mailFrom: string;
  /** Where people write for help: the address of the sender, unless another one is set. */
  supportEmail: string;
  /** Undefined means a folder in the data folder. Photos are sealed either way. */
  s3Url: string | undefined;
  /** Bytes of photos that an account may store. */
  photoQuota: { free: number; paid: number };
  /** The first steps of a new account: `welcome` introduces the journal, `onboarding` begins with writing. */
  onboarding: "welcome" | "onboarding";
  /** What phones and tablets get: a page that says what works on them, or the screens of computers. */
  mobileScreens: "splash" | "full";
  /** Undefined means no bot check. */
  turnstile: { siteKey: string; secretKey: string } | undefined;
  /** Undefined means test mode: nobody is charged. */
  braintree: BraintreeKeys | undefined;
  /** Undefined means no analytics; `key` is sent as a bearer token. */
  analytics: { url: string; key: string | undefined } | undefined;
  logLevel: (typeof LOG_LEVELS)[number];
};

/**
 * Reads the configuration from environment variables. Throws `config_invalid` with one sentence for each problem, one
 * per line. No sentence contains a value that may be secret.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const parsedEnvironment = Environment.safeParse(environment);
  if (!parsedEnvironment.success) {
    throw configError(
      parsedEnvironment.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`),
    );
  }
  const values = parsedEnvironment.data;
  const problems = findContradictions(values);
  if (problems.length > 0) throw configError(problems);
  const { MEILISEARCH_URL, MEILISEARCH_KEY, TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY } = values;
  const prefix = values.MEILISEARCH_PREFIX;
  const signingOrigin = values.PUBLIC_URL === undefined ? undefined : new URL(values.PUBLIC_URL).origin;
  return {
    role: values.DAYBOOK_ROLE,
    host: values.HOST,
    port: values.PORT,
    publicUrl: signingOrigin ?? new URL(`http://localhost:${values.PORT}`).origin,
    signingOrigin,
    allowsSha1ForAllCalls: values.OAUTH_SHA1 === "all",
    proxies: values.PROXIES ?? (signingOrigin?.startsWith("https:") ? 1 : 0),
    dataFolder: values.DAYBOOK_DATA,
    masterKey: values.DAYBOOK_MASTER_KEY,
    databaseUrl: values.DATABASE_URL,
    eventStoreUrl: values.EVENTSTORE_URL,
    meilisearch:
      MEILISEARCH_URL && MEILISEARCH_KEY ? { url: MEILISEARCH_URL, key: MEILISEARCH_KEY, prefix } : undefined,
    mongodbUrl: values.MONGODB_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    supportEmail: values.SUPPORT_EMAIL ?? addressOf(values.MAIL_FROM),
    s3Url: values.S3_URL,
    photoQuota: { free: values.PHOTOS_FREE_MB, paid: values.PHOTOS_PAID_MB },
    onboarding: values.DAYBOOK_ONBOARDING,
    mobileScreens: values.MOBILE_SCREENS,
    turnstile:
      TURNSTILE_SITE_KEY && TURNSTILE_SECRET_KEY
        ? { siteKey: TURNSTILE_SITE_KEY, secretKey: TURNSTILE_SECRET_KEY }
        : undefined,
    braintree: braintreeKeys(values),
    analytics: values.ANALYTICS_URL ? { url: values.ANALYTICS_URL, key: values.ANALYTICS_KEY } : undefined,
    logLevel: values.LOG_LEVEL,
  };
}

function braintreeKeys(values: z.infer<typeof Environment>): BraintreeKeys | undefined {
  const { BRAINTREE_MERCHANT_ID: merchantId, BRAINTREE_PUBLIC_KEY: publicKey } = values;
  const { BRAINTREE_PRIVATE_KEY: privateKey, BRAINTREE_ENVIRONMENT: environment } = values;
  const { BRAINTREE_TOKENIZATION_KEY: tokenizationKey } = values;
  return merchantId && publicKey && privateKey
    ? { environment, merchantId, publicKey, privateKey, tokenizationKey: tokenizationKey || null }
    : undefined;
}

function findContradictions(values: z.infer<typeof Environment>): string[] {
  const problems: string[] = [];
  const role = values.DAYBOOK_ROLE;
  if (Boolean(values.MEILISEARCH_URL) !== Boolean(values.MEILISEARCH_KEY)) {
    problems.push("MEILISEARCH_URL and MEILISEARCH_KEY must be set together.");
  }
  if (Boolean(values.TURNSTILE_SITE_KEY) !== Boolean(values.TURNSTILE_SECRET_KEY)) {
    problems.push("TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY must be set together.");
  }
  const braintree = [values.BRAINTREE_MERCHANT_ID, values.BRAINTREE_PUBLIC_KEY, values.BRAINTREE_PRIVATE_KEY];
  if (braintree.some(Boolean) && !braintree.every(Boolean)) {
    problems.push(
      "BRAINTREE_MERCHANT_ID, BRAINTREE_PUBLIC_KEY and BRAINTREE_PRIVATE_KEY must be set together.",
    );
  }
  if (values.ANALYTICS_KEY && !values.ANALYTICS_URL) {
    problems.push("ANALYTICS_KEY is of no use without ANALYTICS_URL.");
  }
  if (role !== "all" && !values.DATABASE_URL) {
    problems.push(
      `DAYBOOK_ROLE=${role} runs one role of several, so DATABASE_URL must name the server they share.`,
    );
  }
  if (role !== "all" && role !== "projections" && !values.DAYBOOK_MASTER_KEY) {
    problems.push(
      `DAYBOOK_ROLE=${role} runs one role of several, so DAYBOOK_MASTER_KEY must hold the key they share.`,
    );
  }
  return problems;
}

function configError(sentences: readonly string[]): StartError {
  return new StartError("config_invalid", sentences.join("\n"));
}
