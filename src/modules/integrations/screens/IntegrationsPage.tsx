import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { createApiKey, endApiKey, listApiKeys } from '#contract/calls/apiKeys.ts';
import { listWebhooks } from '#contract/calls/webhooks.ts';
import { call } from '#data/http.ts';
import { readOptions } from '#data/query.ts';
import { Loaded, Together } from '#list/Loaded.tsx';
import { Tokens, type TokenSort } from '#modules/provisioning/index.ts';
import { Box } from '#ui/Box.tsx';
import styles from '../Integrations.module.css';
import { Receivers } from '../Receivers.tsx';

const OF_SALES_APP: TokenSort = {
  noun: 'key',
  making: createApiKey,
  make: (body, key) => call(createApiKey, { body, key }),
  ending: endApiKey,
  end: (tokenId, key) => call(endApiKey, { parts: { id: tokenId }, key }),
  nameHint: 'Who uses it, such as Sales app',
  enterIt: 'enter it at the sales app',
  none: 'No key has been made yet.',
  endText: 'Whoever uses it can no longer hand in claims. Claims that are here stay as they are.',
};

/** Programs of the organisation: which are told what changes, and which hand something in (HOOK-8, ORG-35). */
export function IntegrationsPage(): ReactElement {
  const keys = useQuery(readOptions(listApiKeys));
  const receivers = useQuery(readOptions(listWebhooks));
  return (
    <div className={styles.page}>
      <Together queries={[keys, receivers]}>
        <Box title="Webhooks">
          <p className={styles.soft}>
            Programs of the organisation are told when claims, trips and people change. What is sent is signed as
            Standard Webhooks has it.
          </p>
          <Receivers />
        </Box>
        <Box title="Keys of the sales app">
          <p className={styles.soft}>With a key the sales app hands in conveyance claims. It opens nothing else.</p>
          <Loaded query={keys} what="Keys">
            {({ data }) => <Tokens tokens={data} sort={OF_SALES_APP} />}
          </Loaded>
        </Box>
      </Together>
    </div>
  );
}
