import { useEffect, useRef, type ReactElement } from 'react';
import type { CampaignAnalytics } from '#contract/campaign.ts';
import { useShownScheme } from '#data/scheme.ts';
import styles from './Campaigns.module.css';
import { boardOf } from './board.ts';

/** Our own dashboard, where none is configured. */
const OWN_DASHBOARD = '/dashboard.html';

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

interface OwnDashboardProps {
  analytics: CampaignAnalytics;
  title: string;
  height: number;
}

/** The frame has no origin: its messages say 'null'. */
const NO_ORIGIN = 'null';

/**
 * Our own dashboard in its frame. It says that it is there and gives a port; the figures go through that port to it
 * alone (CAMP-12).
 */
export function OwnDashboard({ analytics, title, height }: OwnDashboardProps): ReactElement {
  const scheme = useShownScheme();
  const frame = useRef<HTMLIFrameElement>(null);
  const port = useRef<MessagePort | null>(null);
  const board = useRef(boardOf(analytics, scheme));
  useEffect(() => {
    board.current = boardOf(analytics, scheme);
    port.current?.postMessage(board.current);
  }, [analytics, scheme]);
  useEffect(() => {
    const hear = (event: MessageEvent<unknown>): void => {
      const there =
        event.source !== null && event.source === frame.current?.contentWindow && event.origin === NO_ORIGIN;
      if (!there || (event.data as { type?: unknown } | null)?.type !== 'DASHBOARD') return;
      port.current?.close();
      port.current = event.ports[0] ?? null;
      port.current?.postMessage(board.current);
    };
    window.addEventListener('message', hear);
    return () => {
      window.removeEventListener('message', hear);
      port.current?.close();
      port.current = null;
    };
  }, []);
  return (
    <iframe
      ref={frame}
      className={styles.board}
      title={title}
      src={dashboardAddress(OWN_DASHBOARD, analytics.campaignName)}
      sandbox="allow-scripts"
      height={height}
    />
  );
}
