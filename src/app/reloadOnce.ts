/** The page itself; tests replace it. */
export const page = { reload: (): void => window.location.reload() };

const LAST_RELOAD_KEY = 'kharcha.anew';
/** Minimum time between two reloads for the same reason, to avoid a reload loop. */
const MIN_INTERVAL_MS = 600_000;

/**
 * Somebody else has signed in on this device, and this page still shows the previous user: it reloads, and
 * the session of the other one is left alone. False: that has been tried, or cannot be noted, and did not help.
 */
export function reloadOnce(): boolean {
  try {
    const before = Number(sessionStorage.getItem(LAST_RELOAD_KEY) ?? 0);
    if (Math.abs(Date.now() - before) < MIN_INTERVAL_MS) return false;
    sessionStorage.setItem(LAST_RELOAD_KEY, String(Date.now()));
  } catch {
    return false;
  }
  page.reload();
  return true;
}
