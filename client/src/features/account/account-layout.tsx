import { NavLink, Outlet, useNavigation } from "react-router";
import { copy } from "../../shared/copy.ts";
import { accountCopy } from "./account-copy.ts";
import styles from "./account-layout.module.css";

const { sidebar } = accountCopy;

const pages = [
  { to: "/app/account", label: sidebar.settings },
  { to: "/app/account/billing", label: sidebar.billing },
  { to: "/app/account/delete", label: sidebar.delete },
] as const;

/** `/app/account` and its children: the way back, the three pages, and a sign while one of them is on its way. */
export function AccountLayout() {
  const { state, location } = useNavigation();
  const isLoading = state === "loading" && location.pathname.startsWith("/app/account");
  return (
    <div className={styles.page}>
      <nav className={styles.sidebar} aria-label={sidebar.label}>
        <NavLink className={styles.back} to="/journals">
          {sidebar.journals}
        </NavLink>
        <ul>
          {pages.map(({ to, label }) => (
            <li key={to}>
              <NavLink className={styles.link} to={to} end>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <output className={styles.loading}>
          {isLoading && <span className={styles.loadingWords}>{copy.loading}</span>}
        </output>
      </nav>
      <div className={styles.content} aria-busy={isLoading || undefined}>
        <Outlet />
      </div>
    </div>
  );
}
