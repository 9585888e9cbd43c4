import type { Session } from "@daybook/domain/contract/sessions";
import { sessionTimes } from "@daybook/domain/contract/bounds";

/** Stores the session between visits. */
export type SessionStorage = {
  /** the stored session; `null` when there is none or it cannot be parsed */
  read(): Session | null;
  /** stores a session, or removes it */
  write(session: Session | null): void;
};

const name = "daybook_session";
const lifetime = sessionTimes.lifetimeDays * 24 * 3600;

function encode(session: Session): string {
  const bytes = new TextEncoder().encode(JSON.stringify(session));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function isSession(value: unknown): value is Session {
  const { access_token: token, user, draft_key: draftKey } = (value ?? {}) as Partial<Session>;
  return (
    typeof token?.token === "string" &&
    typeof token.secret === "string" &&
    typeof token.client_application?.key === "string" &&
    typeof token.client_application.secret === "string" &&
    !Number.isNaN(Date.parse(token.expires_at)) &&
    Number.isSafeInteger(user?.id) &&
    typeof draftKey === "string"
  );
}

function decode(text: string): Session | null {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * The session in the cookie `daybook_session`, for 30 days, `SameSite=Strict`, and `Secure` on https. Scripts read it, because
 * the client signs with it; the cookie alone authenticates nothing.
 *
 * @param page the document
 * @param secure whether the page was loaded over https
 */
export function sessionCookie(page: { cookie: string }, secure: boolean): SessionStorage {
  const attributes = `; Path=/; SameSite=Strict${secure ? "; Secure" : ""}`;
  return {
    read() {
      const pair = page.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
      return pair ? decode(pair.slice(name.length + 1)) : null;
    },
    write(session) {
      page.cookie = session
        ? `${name}=${encode(session)}; Max-Age=${lifetime}${attributes}`
        : `${name}=; Max-Age=0${attributes}`;
    },
  };
}
