import { NavLink, Outlet, useNavigation } from "react-router";
import { commonText } from "../../shared/common-text.ts";
import { accountText } from "./account-text.ts";
import styles from "./account-layout.module.css";

const { sidebar } = accountText;

const pages = [
  { to: "/app/account", label: sidebar.settings },
  { to: "/app/account/billing", label: sidebar.billing },
  { to: "/app/account/delete", label: sidebar.delete },
] as const;

/** `/app/account` and its children: a back link, links to the three pages, and a loading indicator. */
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
          {isLoading && <span className={styles.loadingText}>{commonText.loading}</span>}
        </output>
      </nav>
      <div className={styles.content} aria-busy={isLoading || undefined}>
        <Outlet />
      </div>
    </div>
  );
}
