import { useNavigate } from '@tanstack/react-router';
import { useEffect, type ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import { caseManagementAddress } from '#domain/home.ts';
import list from '../CampaignList.module.css';
import styles from '../Campaigns.module.css';

/** Leads on to case management, which is another program, and says so; without one there is nothing here (HOME-3). */
export function CaseManagement(): ReactElement {
  const { roles } = useSession();
  const navigate = useNavigate();
  const address = caseManagementAddress(roles);
  useEffect(() => {
    if (address === null) void navigate({ href: '/not-found', replace: true });
    else window.location.assign(address);
    // Once for each address; `navigate` is a new function on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [address]);
  if (address === null) return <div className={styles.leaving} />;
  return (
    <div className={styles.leaving} role="status">
      <p>{`You leave Kharcha for case management at ${new URL(address).host}.`}</p>
      <a href={address} className={list.name}>
        Open it now
      </a>
    </div>
  );
}
