import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { getOrganisation } from '#contract/calls/organisation.ts';
import type { OrganisationState } from '#contract/organisation.ts';
import { useToday } from '#data/clock.ts';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { usePolicy } from '#data/policies.ts';
import { readOptions } from '#data/query.ts';
import { policyOn, yearFromOf } from '#domain/policyVersions.ts';
import { monthName } from '#domain/monthNames.ts';
import { useOnlinePress } from '#form/useOnlinePress.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Action } from '#ui/Action.tsx';
import { Box } from '#ui/Box.tsx';
import { Tag } from '#ui/Tag.tsx';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import { Checks } from '../Checks.tsx';
import { GstSettings } from '../GstSettings.tsx';
import styles from '../Organisation.module.css';
import { Providers } from '../Providers.tsx';
import { RenameDialog } from '../RenameDialog.tsx';

const LINKS: readonly { label: string; to: string }[] = [
  { label: 'All people', to: '/people' },
  { label: 'Import a file', to: '/people/import' },
  { label: 'Reporting lines', to: '/people/lines' },
  { label: 'Provisioning', to: '/people/provisioning' },
];

/** Whether the time zone can still be another (ORG-36). */
const stays = ({ timeZoneStays, timeZoneSet }: OrganisationState): string =>
  timeZoneStays
    ? ', and stay so: claims and trips were filed by them.'
    : `${timeZoneSet ? ', as ORG_TIME_ZONE of the server says' : ''}. From the first claim or trip on they stay so.`;

const Way = ({ name, on, off }: { name: string; on: boolean; off: string }): ReactElement => (
  <li className={styles.row}>
    <div>
      <p className={styles.name}>
        {name} <Tag tone={on ? 'good' : 'plain'}>{on ? 'On' : 'Off'}</Tag>
      </p>
      {on ? null : <p className={styles.soft}>{off}</p>}
    </div>
  </li>
);

/** The organisation: what it is called, how people sign in, who they are, and whether all works; in steps (ORG-30). */
export function OrganisationPage(): ReactElement {
  const query = useQuery(readOptions(getOrganisation));
  return (
    <div className={styles.page}>
      <Loaded query={query} what="The organisation">
        {({ data }) => <Steps state={data} />}
      </Loaded>
    </div>
  );
}

function Steps({ state }: { state: OrganisationState }): ReactElement {
  const offline = useOnline() ? undefined : NEEDS_NETWORK;
  const online = useOnlinePress();
  const { policies } = usePolicy();
  const today = useToday(state.timeZone);
  const layer = useAddressLayer('panel');
  return (
    <>
      <Box title="Organisation">
        <div className={styles.row}>
          <div>
            {state.logo === null ? null : <img className={styles.logo} src={state.logo} alt="Logo" />}
            <p className={styles.name}>{state.name}</p>
            <p className={styles.soft}>{`Days are those of ${state.timeZone}${stays(state)}`}</p>
            <p className={styles.soft}>
              {`The financial year starts in ${monthName(yearFromOf(policyOn(policies, today)))}, as the policy says.`}
            </p>
          </div>
          <Action small aria-label="Edit the organisation" aria-haspopup="dialog" {...online(() => layer.open('name'))}>
            Edit
          </Action>
        </div>
        {layer.value === 'name' ? <RenameDialog state={state} onClose={layer.close} /> : null}
      </Box>
      <Box title="Sign-in">
        <ul className={styles.rows} aria-label="Ways of signing in">
          <Way name="Google" on={state.signIn.google} off="Set GOOGLE_CLIENT_ID to switch it on." />
          <Way name="Codes by mail" on={state.signIn.codes} off="Set SMTP_URL to switch them on." />
        </ul>
        <Providers offline={offline} />
      </Box>
      <Box title="People">
        <p className={styles.soft}>
          {state.people === 1 ? 'One person is at work: you.' : `${state.people.toLocaleString('en-IN')} at work.`}
        </p>
        <div className={styles.links}>
          {LINKS.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </div>
      </Box>
      <Box title="Policy">
        <p className={styles.soft}>Limits, rates and types of claims, each with the day from which it counts.</p>
        <div className={styles.links}>
          <Link to="/policy">Look at the policy</Link>
        </div>
      </Box>
      <Box title="GST">
        <GstSettings />
      </Box>
      <Box title="Check">
        <Checks />
      </Box>
    </>
  );
}
