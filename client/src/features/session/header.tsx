import { useSelector } from "@xstate/react";
import { ChevronDown, LogOut, Settings } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { copy } from "../../shared/copy.ts";
import type { Chrome } from "../../shared/route-handle.ts";
import { useServices } from "../../shared/services.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { Confirm } from "../../shared/ui/lazy-dialogs.tsx";
import { Menu } from "../../shared/ui/menu.tsx";
import styles from "./header.module.css";

const signups: readonly string[] = ["/app/signup", "/app/signup-pro", "/gopro"];

function VisitorButtons() {
  const { pathname } = useLocation();
  // On a phone the page itself says all there is to do.
  if (pathname.startsWith("/mobile")) return null;
  return (
    <>
      {pathname !== "/app/login" && (
        <ButtonLink to="/app/login" variant="quiet">
          {copy.header.logIn}
        </ButtonLink>
      )}
      {!signups.includes(pathname) && (
        <ButtonLink to="/app/signup" variant={pathname === "/app/login" ? "quiet" : "secondary"}>
          {copy.header.signUp}
        </ButtonLink>
      )}
    </>
  );
}

function AccountMenu({ firstName }: { firstName: string }) {
  const { sessionActor, analytics } = useServices();
  const leaving = useSelector(sessionActor, (state) => state.matches("leaving"));
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Menu
        label={`${copy.header.account}, ${firstName}`}
        items={[
          {
            label: copy.header.settings,
            icon: <Settings size={16} aria-hidden />,
            run: () => void navigate("/app/account"),
          },
          {
            label: copy.header.logOut,
            icon: <LogOut size={16} aria-hidden />,
            run: () => setAsking(true),
          },
        ]}
      >
        <span className={styles.initial} aria-hidden>
          {String.fromCodePoint(firstName.codePointAt(0) ?? 32).toUpperCase()}
        </span>
        <span className={styles.name}>{firstName}</span>
        <ChevronDown size={16} aria-hidden />
      </Menu>
      <Confirm
        open={asking}
        title={copy.header.logOutQuestion}
        detail={copy.header.logOutDetail}
        confirmLabel={copy.header.logOut}
        cancelLabel={copy.header.stay}
        busy={leaving}
        onConfirm={() => {
          analytics.track("Log Out");
          sessionActor.send({ type: "logout" });
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/**
 * The bar above a page: the way home, who is signed in, and what the route shows beside them.
 *
 * @param search stands where the route does not hide it
 * @param onLeave stands on the steps of the onboarding: the logo ends it and leads home
 */
export function Header({
  chrome,
  search,
  onLeave,
}: {
  chrome: Chrome;
  search: ReactNode;
  onLeave?: (() => void) | undefined;
}) {
  const { sessionActor } = useServices();
  const firstName = useSelector(sessionActor, (state) => state.context.session?.user.first_name ?? null);
  const home = firstName === null ? copy.header.front : copy.header.home;
  return (
    <header className={styles.header}>
      <Link
        className={styles.mark}
        to={firstName === null ? "/online-journal" : "/"}
        aria-label={onLeave ? copy.header.leaveOnboarding : home}
        onClick={onLeave}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden>
          <path
            className={styles.book}
            d="M5 3.5A1.5 1.5 0 0 1 6.500 2H19v20H6.500A1.500 1.500 0 0 1 5 20.500Z"
          />
          <path className={styles.ribbon} d="M13 2h3v10l-1.500-1.600L13 12Z" />
        </svg>
        {copy.product}
      </Link>
      {chrome.search && search}
      <div className={styles.buttons}>
        {chrome.upgrade && <ButtonLink to="/app/account/billing">{copy.header.upgrade}</ButtonLink>}
        {chrome.visitorButtons && <VisitorButtons />}
        {firstName !== null && <AccountMenu firstName={firstName} />}
      </div>
    </header>
  );
}
