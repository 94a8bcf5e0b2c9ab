import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { listIdentityProviders, removeIdentityProvider } from '#contract/calls/identityProviders.ts';
import type { IdentityProvider } from '#contract/identityProvider.ts';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { once } from '#data/once.ts';
import { invalidate, readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Action } from '#ui/Action.tsx';
import { CopyAction } from '#ui/CopyAction.tsx';
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
  <div className={styles.address}>
    <div>
      <p className={styles.soft}>{name}</p>
      <code>{text}</code>
    </div>
    <CopyAction text={text} name={name} copied={`${name} is copied.`} />
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
  const { email } = useSession();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { providerId, version, name, issuer, enabled } = provider;
  const remove = async (): Promise<void> => {
    setAsking(false);
    setBusy(true);
    try {
      await once(JSON.stringify([email, 'provider removed', providerId, version]), (key) =>
        call(removeIdentityProvider, { parts: { id: providerId }, ifMatch: version, key }),
      );
      toast.success(`${name} is removed.`);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
    void invalidate(client, removeIdentityProvider);
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
        <Action
          small
          look="quiet"
          aria-label={`Remove ${name}`}
          aria-haspopup="dialog"
          busy={busy}
          refused={offline}
          onClick={() => (offline === undefined ? setAsking(true) : toast.hint(offline))}
        >
          Remove
        </Action>
      </div>
      {asking ? (
        <Question
          title={`Remove ${name}?`}
          text="Nobody can sign in with it any more, and whoever is signed in through it is signed out."
          yes="Remove"
          onNo={() => setAsking(false)}
          onYes={() => void remove()}
        />
      ) : null}
    </li>
  );
}
