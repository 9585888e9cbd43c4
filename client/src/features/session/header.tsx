import { useSelector } from "@xstate/react";
import { ChevronDown, LogOut, Settings } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { commonText } from "../../shared/common-text.ts";
import type { LayoutParts } from "../../shared/route-handle.ts";
import { useServices } from "../../shared/services.ts";
import { openUpgrade } from "../../shared/upgrade.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { Confirm } from "../../shared/ui/lazy-dialogs.tsx";
import { Menu } from "../../shared/ui/menu.tsx";
import styles from "./header.module.css";

const signupPaths: readonly string[] = ["/app/signup", "/app/signup-pro", "/gopro"];

function VisitorButtons() {
  const { pathname } = useLocation();
  // The pages of the phone layout have these links themselves.
  if (pathname.startsWith("/mobile")) return null;
  return (
    <>
      {pathname !== "/app/login" && (
        <ButtonLink to="/app/login" variant="quiet">
          {commonText.header.logIn}
        </ButtonLink>
      )}
      {!signupPaths.includes(pathname) && (
        <ButtonLink to="/app/signup" variant={pathname === "/app/login" ? "quiet" : "secondary"}>
          {commonText.header.signUp}
        </ButtonLink>
      )}
    </>
  );
}

function AccountMenu({ firstName }: { firstName: string }) {
  const { sessionActor, analytics } = useServices();
  const isLoggingOut = useSelector(sessionActor, (state) => state.matches("loggingOut"));
  const [isConfirming, setIsConfirming] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Menu
        label={`${commonText.header.account}, ${firstName}`}
        items={[
          {
            label: commonText.header.settings,
            icon: <Settings size={16} aria-hidden />,
            run: () => void navigate("/app/account"),
          },
          {
            label: commonText.header.logOut,
            icon: <LogOut size={16} aria-hidden />,
            run: () => setIsConfirming(true),
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
        open={isConfirming}
        title={commonText.header.logOutQuestion}
        detail={commonText.header.logOutDetail}
        confirmLabel={commonText.header.logOut}
        cancelLabel={commonText.header.stay}
        busy={isLoggingOut}
        onConfirm={() => {
          analytics.track("Log Out");
          sessionActor.send({ type: "logout" });
        }}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  );
}

/**
 * The header: logo, account menu, and what the route adds.
 *
 * @param search shown to logged-in users on computers, unless the route hides it
 * @param onLeave for onboarding steps: the logo ends the onboarding
 */
export function Header({
  parts,
  search,
  onLeave,
}: {
  parts: LayoutParts;
  search: ReactNode;
  onLeave?: (() => void) | undefined;
}) {
  const { sessionActor } = useServices();
  const firstName = useSelector(sessionActor, (state) => state.context.session?.user.first_name ?? null);
  const hasOrHadPlan = useSelector(sessionActor, (state) => !!state.context.session?.user.pro_membership);
  const logoLabel = firstName === null ? commonText.header.homePage : commonText.header.allJournals;
  return (
    <header className={styles.header}>
      <Link
        className={styles.logo}
        to={firstName === null ? "/online-journal" : "/"}
        aria-label={onLeave ? commonText.header.leaveOnboarding : logoLabel}
        onClick={onLeave}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden>
          <path
            className={styles.book}
            d="M5 3.5A1.5 1.5 0 0 1 6.500 2H19v20H6.500A1.500 1.500 0 0 1 5 20.500Z"
          />
          <path className={styles.ribbon} d="M13 2h3v10l-1.500-1.600L13 12Z" />
        </svg>
        {commonText.product}
      </Link>
      {parts.search && search}
      <div className={styles.buttons}>
        {parts.upgrade && (
          <span className={styles.upgrade}>
            <Button onClick={() => openUpgrade("header_click")}>
              {hasOrHadPlan ? commonText.header.renew : commonText.header.upgrade}
            </Button>
          </span>
        )}
        {parts.visitorButtons && <VisitorButtons />}
        {firstName !== null && <AccountMenu firstName={firstName} />}
      </div>
    </header>
  );
}
