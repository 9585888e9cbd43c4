import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { StartError } from "./start-error.ts";

const key = Buffer.alloc(32, 7).toString("base64");

test("without variables, one process serves only this machine, on embedded servers", () => {
  expect(readConfig({})).toEqual({
    role: "all",
    host: "127.0.0.1",
    port: 3000,
    publicUrl: "http://localhost:3000",
    signingOrigin: undefined,
    allowsSha1ForAllCalls: false,
    proxies: 0,
    dataFolder: resolve("data"),
    masterKey: undefined,
    databaseUrl: undefined,
    eventStoreUrl: undefined,
    meilisearch: undefined,
    mongodbUrl: undefined,
    smtpUrl: undefined,
    mailFrom: "Daybook <daybook@localhost>",
    supportEmail: "daybook@localhost",
    s3Url: undefined,
    photoQuota: { free: 2 ** 30, paid: 20 * 2 ** 30 },
    onboarding: "welcome",
    mobileScreens: "splash",
    turnstile: undefined,
    braintree: undefined,
    analytics: undefined,
    logLevel: "info",
  });
});

test("every variable is read", () => {
  const config = readConfig({
    PORT: "8080",
    HOST: "0.0.0.0",
    DAYBOOK_DATA: "/srv/daybook",
    DAYBOOK_ROLE: "search-indexer",
    DAYBOOK_MASTER_KEY: key,
    PUBLIC_URL: "https://diary.example.org/",
    PROXIES: "2",
    OAUTH_SHA1: "all",
    DATABASE_URL: "postgresql://daybook:secret@db/daybook",
    EVENTSTORE_URL: "kurrentdb+discover://one:2113,two:2113?tls=false",
    MEILISEARCH_URL: "http://search:7700",
    MEILISEARCH_KEY: "search key",
    MEILISEARCH_PREFIX: "diary-2",
    MONGODB_URL: "mongodb://one:27017,two:27017/daybook",
    SMTP_URL: "smtps://user:secret@mail:465",
    MAIL_FROM: "Our diary <diary@example.org>",
    SUPPORT_EMAIL: "help@example.org",
    S3_URL: "https://key:secret%2F1@s3.example.org/daybook-photos?region=eu-central-1",
    PHOTOS_FREE_MB: "10",
    PHOTOS_PAID_MB: "20",
    DAYBOOK_ONBOARDING: "onboarding",
    MOBILE_SCREENS: "full",
    TURNSTILE_SITE_KEY: "site key",
    TURNSTILE_SECRET_KEY: "secret key",
    BRAINTREE_ENVIRONMENT: "sandbox",
    BRAINTREE_MERCHANT_ID: "merchant",
    BRAINTREE_PUBLIC_KEY: "public",
    BRAINTREE_PRIVATE_KEY: "private",
    BRAINTREE_TOKENIZATION_KEY: "sandbox_key",
    ANALYTICS_URL: "https://analytics.example.org/events",
    ANALYTICS_KEY: "analytics key",
    LOG_LEVEL: "debug",
  });
  expect(config).toEqual({
    role: "search-indexer",
    host: "0.0.0.0",
    port: 8080,
    publicUrl: "https://diary.example.org",
    signingOrigin: "https://diary.example.org",
    allowsSha1ForAllCalls: true,
    proxies: 2,
    dataFolder: "/srv/daybook",
    masterKey: Buffer.alloc(32, 7),
    databaseUrl: "postgresql://daybook:secret@db/daybook",
    eventStoreUrl: "kurrentdb+discover://one:2113,two:2113?tls=false",
    meilisearch: { url: "http://search:7700", key: "search key", prefix: "diary-2" },
    mongodbUrl: "mongodb://one:27017,two:27017/daybook",
    smtpUrl: "smtps://user:secret@mail:465",
    mailFrom: "Our diary <diary@example.org>",
    supportEmail: "help@example.org",
    s3Url: "https://key:secret%2F1@s3.example.org/daybook-photos?region=eu-central-1",
    photoQuota: { free: 10 * 2 ** 20, paid: 20 * 2 ** 20 },
    onboarding: "onboarding",
    mobileScreens: "full",
    turnstile: { siteKey: "site key", secretKey: "secret key" },
    braintree: {
      environment: "sandbox",
      merchantId: "merchant",
      publicKey: "public",
      privateKey: "private",
      tokenizationKey: "sandbox_key",
    },
    analytics: { url: "https://analytics.example.org/events", key: "analytics key" },
    logLevel: "debug",
  });
});

test("an empty variable counts as not set", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: " ", SMTP_URL: "" })).toEqual(readConfig({}));
});

test("the scheme of PUBLIC_URL may be in capitals", () => {
  const { publicUrl, proxies } = readConfig({ PUBLIC_URL: "HTTPS://diary.example.org" });
  expect({ publicUrl, proxies }).toEqual({ publicUrl: "https://diary.example.org", proxies: 1 });
});

test.each([
  [
    { S3_URL: "https://s3.example.org/bucket" },
    "S3_URL must be a URL like https://KEY:SECRET@host/bucket?region=eu-central-1, key and secret percent-encoded.",
  ],
  [{ PHOTOS_FREE_MB: "-1" }, "PHOTOS_FREE_MB must be a whole number of megabytes."],
  [{ PORT: "http" }, "PORT must be a whole number from 1 to 65535."],
  [{ PORT: "0" }, "PORT must be a whole number from 1 to 65535."],
  [{ PORT: "65536" }, "PORT must be a whole number from 1 to 65535."],
  [{ PROXIES: "10" }, "PROXIES must be a whole number from 0 to 9."],
  [{ PORT: "3000.5" }, "PORT must be a whole number from 1 to 65535."],
  [{ HOST: "http://localhost" }, "HOST must be an address of this machine like 127.0.0.1 or 0.0.0.0."],
  [{ DAYBOOK_ROLE: "web" }, "DAYBOOK_ROLE must be one of all, api, projections, search-indexer, schedulers."],
  [
    { DAYBOOK_MASTER_KEY: "c2hvcnQ=" },
    "DAYBOOK_MASTER_KEY must be 32 bytes in base64, as `openssl rand -base64 32` makes them.",
  ],
  [
    { PUBLIC_URL: "diary.example.org" },
    "PUBLIC_URL must be an address without a path, like https://diary.example.org.",
  ],
  [
    { PUBLIC_URL: "https://example.org/diary" },
    "PUBLIC_URL must be an address without a path, like https://diary.example.org.",
  ],
  [
    { DATABASE_URL: "mysql://root:secret@db/daybook" },
    "DATABASE_URL must be a URL like postgres://user:password@host:5432/daybook.",
  ],
  [{ EVENTSTORE_URL: "host:2113" }, "EVENTSTORE_URL must be a URL like kurrentdb://host:2113?tls=false."],
  [{ MEILISEARCH_PREFIX: "a b" }, "MEILISEARCH_PREFIX must be up to 100 letters, digits, - and _."],
  [{ MEILISEARCH_URL: "http://search:7700" }, "MEILISEARCH_URL and MEILISEARCH_KEY must be set together."],
  [{ TURNSTILE_SECRET_KEY: "secret" }, "TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY must be set together."],
  [{ ANALYTICS_KEY: "secret" }, "ANALYTICS_KEY is of no use without ANALYTICS_URL."],
  [
    { ANALYTICS_URL: "analytics.example.org" },
    "ANALYTICS_URL must be a URL like https://analytics.example.org/events, without a user name and password.",
  ],
  [
    { ANALYTICS_URL: "https://user:secret@analytics.example.org/events" },
    "ANALYTICS_URL must be a URL like https://analytics.example.org/events, without a user name and password.",
  ],
  [
    { MEILISEARCH_URL: "http://secret@search:7700", MEILISEARCH_KEY: "secret" },
    "MEILISEARCH_URL must be a URL like http://host:7700, without a user name and password.",
  ],
  [{ MONGODB_URL: "secret" }, "MONGODB_URL must be a URL like mongodb://host:27017/daybook."],
  [{ SMTP_URL: "mail.example.org" }, "SMTP_URL must be a URL like smtp://user:password@host:587."],
  [{ SUPPORT_EMAIL: "Daybook" }, "SUPPORT_EMAIL must be an e-mail address like help@example.org."],
  [{ MAIL_FROM: "Daybook" }, "MAIL_FROM must be a sender like Daybook <daybook@example.org>."],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent."],
  [
    { DAYBOOK_ROLE: "projections" },
    "DAYBOOK_ROLE=projections runs one role of several, so DATABASE_URL must name the server they share.",
  ],
  [
    { DAYBOOK_ROLE: "api", DATABASE_URL: "postgres://db/daybook" },
    "DAYBOOK_ROLE=api runs one role of several, so DAYBOOK_MASTER_KEY must hold the key they share.",
  ],
])("%o is refused with one sentence, which contains no secret", (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(new StartError("config_invalid", sentence));
});

test("each invalid value gets its own sentence", () => {
  expect(() => readConfig({ PORT: "x", LOG_LEVEL: "y" })).toThrow(
    "PORT must be a whole number from 1 to 65535.\nLOG_LEVEL must be one of",
  );
});
