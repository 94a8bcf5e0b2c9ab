import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { renameOrganisation } from '#contract/calls/organisation.ts';
import { MAX_NAME } from '#contract/limits.ts';
import type { OrganisationState } from '#contract/organisation.ts';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { once } from '#data/once.ts';
import { invalidate } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { parseOrganisationName } from '#domain/organisation.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { toast } from '#ui/toast.ts';

/** Gives the organisation another name. */
export function RenameDialog({ state, onClose }: { state: OrganisationState; onClose: () => void }): ReactElement {
  const client = useQueryClient();
  const { email } = useSession();
  const [{ version, name: before }] = useState(state);
  const [name, setName] = useState(before);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const store = async (value: string): Promise<void> => {
    setBusy(true);
    try {
      await once(JSON.stringify([email, 'organisation', version, value]), (key) =>
        call(renameOrganisation, { body: { name: value }, ifMatch: version, key }),
      );
      toast.success(`The organisation is called ${value}.`);
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
    }
    setBusy(false);
    void invalidate(client, renameOrganisation);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = parseOrganisationName(name);
    if ('message' in parsed) setError(parsed.message);
    else if (!busy) void store(parsed.value);
  };
  return (
    <FormDialog title="Organisation" onClose={onClose} way={{ mode: 'edit', onSubmit: submit, busy }}>
      <TextInput
        label="Name"
        value={name}
        maxLength={MAX_NAME}
        capitals="words"
        first
        error={error}
        onChange={(text) => {
          setName(text);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
