import { useState, type ReactElement } from 'react';
import { useController, useForm, type Control } from 'react-hook-form';
import { tryIdentityProvider } from '#contract/calls/identityProviders.ts';
import { MAX_ISSUER, MAX_NAME, MAX_SECRET } from '#contract/limits.ts';
import type { IdentityProvider } from '#contract/identityProvider.ts';
import { ApiError, messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { FormLine, FormText } from '#form/fields.tsx';
import { FormDialog } from '#form/FormDialog.tsx';
import { resolverOf } from '#form/resolver.ts';
import { Notice } from '#ui/Notice.tsx';
import { Tick } from '#ui/Tick.tsx';
import { toast } from '#ui/toast.ts';
import { EMPTY_PROVIDER, parseProviderValues, providerValuesOf, type ProviderValues } from './providerValues.ts';
import { useSaveProvider } from './useSaveProvider.ts';

export interface ProviderDialogProps {
  /** The one that is changed; undefined: a new one. */
  provider?: IdentityProvider | undefined;
  onClose: () => void;
}

/**
 * A provider of sign-in: it is tried out before it is kept (SES-36). Unlike other forms nothing of it stays on the
 * device, since one of its fields is a secret.
 */
export function ProviderDialog({ provider, onClose }: ProviderDialogProps): ReactElement {
  // As it was when the form was opened: the page behind it may learn of another version.
  const [base] = useState(provider);
  const save = useSaveProvider();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { control, handleSubmit, setError } = useForm<ProviderValues>({
    defaultValues: base ? providerValuesOf(base) : EMPTY_PROVIDER,
    resolver: resolverOf((values: ProviderValues) => parseProviderValues(values, base)),
  });
  const store = async (values: ProviderValues): Promise<void> => {
    const parsed = parseProviderValues(values, base);
    if (!parsed.ok) return;
    setBusy(true);
    setFailure(undefined);
    try {
      // One that is switched off may be kept though it cannot be reached yet.
      if (parsed.value.enabled) await call(tryIdentityProvider, { body: { issuer: parsed.value.issuer } });
      await save(parsed.value, base);
      toast.success(`${parsed.value.name} is kept.`);
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.errors) : [];
      for (const [name, message] of fields) setError(name as keyof ProviderValues, { message });
      if (fields.length === 0) setFailure(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <FormDialog
      title={base ? `Sign-in with ${base.name}` : 'Add a provider'}
      onClose={onClose}
      way={{
        mode: base ? 'edit' : 'create',
        submitWord: 'Try out and keep',
        onSubmit: (event) => void handleSubmit(store)(event),
        busy,
        failure,
      }}
    >
      <FormLine
        control={control}
        name="name"
        label="Name"
        maxLength={MAX_NAME}
        hint="On the button: Sign in with …"
        capitals="words"
        first
      />
      <FormLine
        control={control}
        name="issuer"
        label="Issuer"
        maxLength={MAX_ISSUER}
        capitals="none"
        placeholder="https://"
        {...(base && { readOnly: true, hint: 'It stays: people are known by it.' })}
      />
      <FormLine control={control} name="clientId" label="Client id" maxLength={MAX_NAME} capitals="none" />
      <FormLine
        control={control}
        name="clientSecret"
        label="Client secret"
        maxLength={MAX_SECRET}
        capitals="none"
        optional
        hint={
          base?.hasSecret === true ? 'One is kept. Leave this empty to keep it.' : 'Kept sealed, never shown again.'
        }
      />
      <FormLine
        control={control}
        name="domains"
        label="Domains"
        capitals="none"
        optional
        hint="Only addresses of these may sign in: acme.example, acme.in"
      />
      <FormTick control={control} name="trustsEmail">
        Its addresses are verified, though it does not say so (Entra ID)
      </FormTick>
      <FormLine
        control={control}
        name="groupsClaim"
        label="Groups claim"
        maxLength={MAX_NAME}
        capitals="none"
        optional
        hint="Where the provider names a person’s groups, often: groups"
      />
      <FormText
        control={control}
        name="groupRoles"
        label="Roles of groups"
        optional
        hint="A line for each group: accounts: Finance, Manager"
      />
      <FormTick control={control} name="enabled">
        Its button stands on the sign-in page
      </FormTick>
      {base?.enabled === true ? (
        <Notice>Whoever is signed in through a provider that is switched off or removed is signed out.</Notice>
      ) : null}
    </FormDialog>
  );
}

function FormTick({
  control,
  name,
  children,
}: {
  control: Control<ProviderValues>;
  name: 'trustsEmail' | 'enabled';
  children: string;
}): ReactElement {
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ control, name });
  return (
    <Tick inputRef={ref} checked={value} onBlur={onBlur} onTick={onChange}>
      {children}
    </Tick>
  );
}
