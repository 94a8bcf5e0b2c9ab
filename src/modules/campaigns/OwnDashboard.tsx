import { useEffect, useRef, type ReactElement } from 'react';
import type { CampaignAnalytics } from '#contract/campaign.ts';
import { useShownScheme } from '#data/scheme.ts';
import { boardOf } from './board.ts';
import styles from './Campaigns.module.css';
import { dashboardAddress, OWN_DASHBOARD } from './dashboardAddress.ts';

export interface OwnDashboardProps {
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
