import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { createProvisioningToken, endProvisioningToken, getProvisioning } from '#contract/calls/provisioning.ts';
import { call } from '#data/http.ts';
import { readOptions } from '#data/query.ts';
import { Loaded } from '#list/Loaded.tsx';
import { CopiedText } from '#ui/CopiedText.tsx';
import { Box } from '#ui/Box.tsx';
import { Groups } from '../Groups.tsx';
import styles from '../Provisioning.module.css';
import { Tokens } from '../Tokens.tsx';
import type { TokenSort } from '../tokenSort.ts';

const OF_PROVIDERS: TokenSort = {
  noun: 'token',
  making: createProvisioningToken,
  make: (body, key) => call(createProvisioningToken, { body, key }),
  ending: endProvisioningToken,
  end: (tokenId, key) => call(endProvisioningToken, { parts: { id: tokenId }, key }),
  nameHint: 'Who uses it, such as Entra ID',
  enterIt: 'enter it at the provider',
  none: 'There is no token yet, so no provider can come in.',
  endText: 'Whoever uses it can no longer change anybody here. People stay as they are.',
};

/** How an identity provider keeps the directory: its address, its tokens, and what its groups give (SCIM-10). */
export function ProvisioningPage(): ReactElement {
  const query = useQuery(readOptions(getProvisioning));
  return (
    <div className={styles.page}>
      <Loaded query={query} what="Provisioning">
        {({ data }) => (
          <>
            <Box title="Address">
              <p className={styles.soft}>
                Entra ID, Okta and others that speak SCIM 2.0 put people in, change them and let them leave. They ask
                for this address and for a token.
              </p>
              <CopiedText text={data.address} name="Copy the address" copied="The address is copied." />
            </Box>
            <Box title="Tokens">
              <Tokens tokens={data.tokens} sort={OF_PROVIDERS} />
            </Box>
            <Groups groups={data.groups} />
          </>
        )}
      </Loaded>
    </div>
  );
}
