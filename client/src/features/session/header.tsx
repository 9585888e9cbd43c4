import { useSelector } from "@xstate/react";
import { ChevronDown, LogOut } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { copy } from "../../shared/copy.ts";
import { useServices } from "../../shared/services.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { Confirm } from "../../shared/ui/lazy-dialogs.tsx";
import { Menu } from "../../shared/ui/menu.tsx";
import styles from "./header.module.css";

function VisitorButtons() {
  const { pathname } = useLocation();
  return (
    <div className={styles.buttons}>
      {pathname !== "/app/login" && (
        <ButtonLink to="/app/login" variant="quiet">
          {copy.header.logIn}
        </ButtonLink>
      )}
      {pathname !== "/app/signup" && (
        <ButtonLink to="/app/signup" variant={pathname === "/app/login" ? "quiet" : "secondary"}>
          {copy.header.signUp}
        </ButtonLink>
      )}
    </div>
  );
}

function AccountMenu({ firstName }: { firstName: string }) {
  const { sessionActor } = useServices();
  const leaving = useSelector(sessionActor, (state) => state.matches("leaving"));
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Menu
        label={`${copy.header.account}, ${firstName}`}
        items={[
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
        onConfirm={() => sessionActor.send({ type: "logout" })}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/** The bar above every page: the way home, and who is signed in. */
export function Header() {
  const { sessionActor } = useServices();
  const firstName = useSelector(sessionActor, (state) => state.context.session?.user.first_name ?? null);
  return (
    <header className={styles.header}>
      <Link className={styles.mark} to="/" aria-label={copy.header.home}>
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden>
          <path
            className={styles.book}
            d="M5 3.5A1.5 1.5 0 0 1 6.500 2H19v20H6.500A1.500 1.500 0 0 1 5 20.500Z"
          />
          <path className={styles.ribbon} d="M13 2h3v10l-1.500-1.600L13 12Z" />
        </svg>
        {copy.product}
      </Link>
      {firstName === null ? <VisitorButtons /> : <AccountMenu firstName={firstName} />}
    </header>
  );
}
