/** Our own dashboard, where none is configured. */
export const OWN_DASHBOARD = '/dashboard.html';

/**
 * The query by which a dashboard shows one campaign alone: JSON with its name, URL-encoded (CAMP-12).
 */
const paramsOf = (name: string): string => `params=${encodeURIComponent(JSON.stringify({ campaign_id: name }))}`;

/** The address of a dashboard, of one campaign or of all. What the configured address asks for besides stays. */
export function dashboardAddress(dashboard: string, name: string | null): string {
  if (name === null) return dashboard;
  const [before = '', hash] = dashboard.split('#', 2);
  return `${before}${before.includes('?') ? '&' : '?'}${paramsOf(name)}${hash === undefined ? '' : `#${hash}`}`;
}

/**
 * What a framed dashboard may do. Another site's is kept apart by its own origin, which it needs for its sign-in. One
 * of this origin gets none at all: otherwise it could reach out of its frame.
 */
export const sandboxOf = (address: string, here: string): string =>
  new URL(address, here).origin === here
    ? 'allow-scripts'
    : 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads';
