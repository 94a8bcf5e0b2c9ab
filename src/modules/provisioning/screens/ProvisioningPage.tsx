import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { getProvisioning } from '#contract/calls/provisioning.ts';
import { readOptions } from '#data/query.ts';
import { Loaded } from '#list/Loaded.tsx';
import { CopiedText } from '#ui/CopiedText.tsx';
import { Groups } from '../Groups.tsx';
import styles from '../Provisioning.module.css';
import { Tokens } from '../Tokens.tsx';

/** How an identity provider keeps the directory: its address, its tokens, and what its groups give (SCIM-10). */
export function ProvisioningPage(): ReactElement {
  const query = useQuery(readOptions(getProvisioning));
  return (
    <div className={styles.page}>
      <Loaded query={query} what="Provisioning">
        {({ data }) => (
          <>
            <section className={styles.box} aria-labelledby="provisioning-address">
              <h2 id="provisioning-address">Address</h2>
              <p className={styles.soft}>
                Entra ID, Okta and others that speak SCIM 2.0 put people in, change them and let them leave. They ask
                for this address and for a token.
              </p>
              <CopiedText text={data.address} name="Copy the address" copied="The address is copied." />
            </section>
            <Tokens tokens={data.tokens} />
            <Groups groups={data.groups} />
          </>
        )}
      </Loaded>
    </div>
  );
}
