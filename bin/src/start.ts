import { closePlatform, createPlatform } from "@daybook/platform/platform";
import { migrateAll } from "./start/migrate-all.ts";
import { roles } from "./start/roles.ts";
import { runDaybook } from "./start/run-daybook.ts";

await runDaybook({ createPlatform, closePlatform, migrate: migrateAll, roles });
