import { HEALTH_FILE, isHealthy } from "./start/health-file.ts";

// For the container engine: exit code 0 while the role of this container is healthy.
process.exitCode = (await isHealthy(HEALTH_FILE, Date.now())) ? 0 : 1;
