import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { getOrganisation } from '#contract/calls/organisation.ts';
import type { OrganisationState } from '#contract/organisation.ts';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { readOptions } from '#data/query.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Action } from '#ui/Action.tsx';
import { Tag } from '#ui/Tag.tsx';
import { toast } from '#ui/toast.ts';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import { Checks } from '../Checks.tsx';
import styles from '../Organisation.module.css';
import { Providers } from '../Providers.tsx';
import { RenameDialog } from '../RenameDialog.tsx';

const LINKS: readonly { label: string; to: string }[] = [
  { label: 'All people', to: '/people' },
  { label: 'Import a file', to: '/people/import' },
  { label: 'Reporting lines', to: '/people/lines' },
  { label: 'Provisioning', to: '/people/provisioning' },
];

/** A step of setting up, which can be left and come back to. */
const Step = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <section className={styles.box} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

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

/** The organisation: what it is called, how people sign in, who they are, and whether all works (ORG-30). */
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
  const online = useOnline();
  const offline = online ? undefined : NEEDS_NETWORK;
  const layer = useAddressLayer('panel');
  return (
    <>
      <Step title="Organisation">
        <div className={styles.row}>
          <div>
            <p className={styles.name}>{state.name}</p>
            <p className={styles.soft}>{`Days are those of ${state.timeZone}.`}</p>
          </div>
          <Action
            small
            aria-label="Edit the name"
            aria-haspopup="dialog"
            refused={offline}
            onClick={() => (offline === undefined ? layer.open('name') : toast.hint(offline))}
          >
            Edit
          </Action>
        </div>
        {layer.value === 'name' ? <RenameDialog state={state} onClose={layer.close} /> : null}
      </Step>
      <Step title="Sign-in">
        <ul className={styles.rows} aria-label="Ways of signing in">
          <Way name="Google" on={state.signIn.google} off="Set GOOGLE_CLIENT_ID to switch it on." />
          <Way name="Codes by mail" on={state.signIn.codes} off="Set SMTP_URL to switch them on." />
        </ul>
        <Providers offline={offline} />
      </Step>
      <Step title="People">
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
      </Step>
      <Step title="Policy">
        <p className={styles.soft}>Limits, rates and types of claims, each with the day from which it counts.</p>
        <div className={styles.links}>
          <Link to="/policy">Look at the policy</Link>
        </div>
      </Step>
      <Step title="Check">
        <Checks />
      </Step>
    </>
  );
}
