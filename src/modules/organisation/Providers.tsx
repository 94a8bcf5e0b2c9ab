import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import {
  listIdentityProviders,
  moveToIdentityProvider,
  removeIdentityProvider,
} from '#contract/calls/identityProviders.ts';
import type { IdentityProvider } from '#contract/identityProvider.ts';
import { call } from '#data/http.ts';
import { readOptions } from '#data/query.ts';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Action } from '#ui/Action.tsx';
import { CopiedText } from '#ui/CopiedText.tsx';
import { Failure } from '#ui/Notice.tsx';
import { Question } from '#ui/Question.tsx';
import { Tag } from '#ui/Tag.tsx';
import { toast } from '#ui/toast.ts';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import styles from './Organisation.module.css';
import { ProviderDialog } from './ProviderDialog.tsx';

const NEW = 'new';

/** OpenID Connect providers: their buttons, and the addresses to register there (SES-36). */
export function Providers({ offline }: { offline: string | undefined }): ReactElement {
  const query = useQuery(readOptions(listIdentityProviders));
  const layer = useAddressLayer('panel');
  const open = (panel: string): void => (offline === undefined ? layer.open(panel) : toast.hint(offline));
  const chosen = query.data?.data.providers.find(({ providerId }) => providerId === layer.value);
  return (
    <Loaded query={query} what="The providers">
      {({ data: { providers, redirectUri, signOutUri } }) => (
        <>
          {providers.length === 0 ? null : (
            <ul className={styles.rows} aria-label="Providers">
              {providers.map((provider) => (
                <Provider
                  key={provider.providerId}
                  provider={provider}
                  offline={offline}
                  onEdit={() => open(provider.providerId)}
                />
              ))}
            </ul>
          )}
          <p className={styles.soft}>To be registered at a provider:</p>
          <Address name="Redirect address" text={redirectUri} />
          <Address name="Back-channel logout address" text={signOutUri} />
          <div>
            <Action icon="plus" aria-haspopup="dialog" refused={offline} onClick={() => open(NEW)}>
              Add a provider
            </Action>
          </div>
          {layer.value === NEW ? <ProviderDialog onClose={layer.close} /> : null}
          {chosen ? <ProviderDialog provider={chosen} onClose={layer.close} /> : null}
        </>
      )}
    </Loaded>
  );
}

const Address = ({ name, text }: { name: string; text: string }): ReactElement => (
  <div>
    <p className={styles.soft}>{name}</p>
    <CopiedText text={text} name={`Copy: ${name}`} copied={`${name} is copied.`} />
  </div>
);

function Provider({
  provider,
  offline,
  onEdit,
}: {
  provider: IdentityProvider;
  offline: string | undefined;
  onEdit: () => void;
}): ReactElement {
  const [asking, setAsking] = useState<'remove' | 'move' | null>(null);
  const { busy, failure, run } = useOnlineCall(removeIdentityProvider);
  const moving = useOnlineCall(moveToIdentityProvider);
  const { providerId, version, name, issuer, enabled } = provider;
  const at = { parts: { id: providerId }, ifMatch: version };
  const ask = (what: 'remove' | 'move'): void => (offline === undefined ? setAsking(what) : toast.hint(offline));
  const remove = async (): Promise<void> => {
    setAsking(null);
    if (await run([providerId, version], (key) => call(removeIdentityProvider, { ...at, key })))
      toast.success(`${name} is removed.`);
  };
  const move = async (): Promise<void> => {
    setAsking(null);
    const made = await moving.run([providerId, version], (key) => call(moveToIdentityProvider, { ...at, key }));
    if (made) toast.success(`People sign in with ${name} from now on.`);
  };
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>
          {name} <Tag tone={enabled ? 'good' : 'plain'}>{enabled ? 'On' : 'Off'}</Tag>
        </p>
        <p className={styles.soft}>{issuer}</p>
      </div>
      <div className={styles.actions}>
        <Action small aria-label={`Edit ${name}`} aria-haspopup="dialog" refused={offline} onClick={onEdit}>
          Edit
        </Action>
        {enabled ? (
          <Action
            small
            look="quiet"
            aria-label={`Move people to ${name}`}
            aria-haspopup="dialog"
            busy={moving.busy}
            refused={offline}
            onClick={() => ask('move')}
          >
            Move people
          </Action>
        ) : null}
        <Action
          small
          look="quiet"
          aria-label={`Remove ${name}`}
          aria-haspopup="dialog"
          busy={busy}
          refused={offline}
          onClick={() => ask('remove')}
        >
          Remove
        </Action>
      </div>
      <Failure text={failure ?? moving.failure} />
      {asking === 'move' ? (
        <Question
          title={`Move everybody to ${name}?`}
          text={
            `Who signed in another way so far can sign in with ${name}: whoever it vouches for with their address is ` +
            'them from then on. Nobody is signed out.'
          }
          yes="Move"
          onNo={() => setAsking(null)}
          onYes={() => void move()}
        />
      ) : null}
      {asking === 'remove' ? (
        <Question
          title={`Remove ${name}?`}
          text="Nobody can sign in with it any more, and whoever is signed in through it is signed out."
          yes="Remove"
          onNo={() => setAsking(null)}
          onYes={() => void remove()}
        />
      ) : null}
    </li>
  );
}
