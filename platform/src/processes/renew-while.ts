/**
 * Runs work that needs a lease, and renews the lease until the work ends. A renewal that fails is tried again `everyMs`
 * later; without renewals the lease ends, and another process may take over.
 */
export async function renewWhile<T>(
  work: () => Promise<T>,
  renew: () => Promise<unknown>,
  everyMs: number,
): Promise<T> {
  const timer = setInterval(() => void renew().catch(() => {}), everyMs).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
