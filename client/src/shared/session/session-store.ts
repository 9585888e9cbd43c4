import type { Session } from "@daybook/domain/contract/sessions";
import { sessionTimes } from "@daybook/domain/contract/bounds";

/** Stores the session between visits. */
export type SessionStore = {
  /** the stored session, which may have expired; `null` when there is none or it cannot be parsed */
  read(): Session | null;
  /** stores a session, or removes it */
  write(session: Session | null): void;
};

const cookieName = "daybook_session";
const lifetimeSeconds = sessionTimes.lifetimeDays * 24 * 3600;

/** The key in `localStorage`. Third-party export programs read the session there. */
export const sessionKey = "pz-session";

const encode = (value: object): string =>
  btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

function decode(text: string): unknown {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(
      new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0))),
    );
  } catch {
    return null;
  }
}

function asSession(value: unknown): Session | null {
  const { access_token: token, user, draft_key: draftKey } = (value ?? {}) as Partial<Session>;
  const isSession =
    typeof token?.token === "string" &&
    typeof token.secret === "string" &&
    typeof token.client_application?.key === "string" &&
    typeof token.client_application.secret === "string" &&
    !Number.isNaN(Date.parse(token.expires_at)) &&
    Number.isSafeInteger(user?.id) &&
    typeof draftKey === "string";
  return isSession ? (value as Session) : null;
}

/**
 * Stores the session in a cookie and in the storage of this origin. The cookie `daybook_session` has the token, the user's id and the
 * expiry; it lasts 30 days and is `SameSite=Strict`, and `Secure` on https. The full session, with the secret that signs and the key of
 * the drafts, is only in the storage, because a cookie is sent with every request and to every port of the host. Without the stored
 * session, there is no session. Without the cookie, a stored session is read only when it has expired. Each read renews the cookie,
 * because Safari keeps cookies of scripts for only seven days.
 *
 * Earlier versions stored the full session in the cookie. A read of such a cookie moves the full session to the storage.
 *
 * In a browser that refuses storage or cookies, the session ends with the page.
 *
 * @param page the document
 * @param secure whether the page was loaded over https
 * @param storage `localStorage`; may throw
 */
export function sessionStore(
  page: { cookie: string },
  secure: boolean,
  storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">,
  now: () => number = Date.now,
): SessionStore {
  const attributes = `; Path=/; SameSite=Strict${secure ? "; Secure" : ""}`;
  let fallback: Session | null = null;
  let isStorageRefused = false;
  let isCookieRefused = false;
  const readCookie = (): object | null => {
    const pair = page.cookie.split("; ").find((part) => part.startsWith(`${cookieName}=`));
    const value = pair ? decode(pair.slice(cookieName.length + 1)) : null;
    return typeof value === "object" ? value : null;
  };
  const writeCookie = ({ access_token: { token, user_id, expires_at } }: Session): void => {
    page.cookie = `${cookieName}=${encode({ token, user_id, expires_at })}; Max-Age=${lifetimeSeconds}${attributes}`;
  };
  const readStored = (): Session | null => {
    try {
      return isStorageRefused ? fallback : asSession(JSON.parse(storage().getItem(sessionKey) ?? "null"));
    } catch {
      return fallback;
    }
  };
  const write = (session: Session | null): void => {
    fallback = session;
    try {
      if (session) storage().setItem(sessionKey, JSON.stringify(session));
      else storage().removeItem(sessionKey);
      isStorageRefused = false;
    } catch {
      isStorageRefused = true;
    }
    if (session) writeCookie(session);
    else page.cookie = `${cookieName}=; Max-Age=0${attributes}`;
    isCookieRefused = session !== null && readCookie() === null;
  };
  return {
    read() {
      const cookie = readCookie();
      const storedSession = readStored();
      if (!cookie) {
        // Without a cookie, a valid session is not returned. It stays stored, because another tab may be about to write the cookie of
        // this session. A session that was not read for 30 days has expired, and its cookie is gone. So an expired session is returned
        // even without a cookie. The caller can then say why the session ended.
        const isExpired =
          storedSession !== null && Date.parse(storedSession.access_token.expires_at) <= now();
        return isExpired || isCookieRefused ? storedSession : null;
      }
      const sessionInCookie = asSession(cookie);
      if (sessionInCookie) write(sessionInCookie);
      else if (storedSession) writeCookie(storedSession);
      return sessionInCookie ?? storedSession;
    },
    write,
  };
}
