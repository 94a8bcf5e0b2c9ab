import { useState, type FormEvent, type ReactElement } from 'react';
import { renameOrganisation } from '#contract/calls/organisation.ts';
import { MAX_NAME } from '#contract/limits.ts';
import type { OrganisationState } from '#contract/organisation.ts';
import { call } from '#data/http.ts';
import { parseOrganisationName } from '#domain/organisation.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { TextInput } from '#ui/TextInput.tsx';
import { toast } from '#ui/toast.ts';

/** Gives the organisation another name. */
export function RenameDialog({ state, onClose }: { state: OrganisationState; onClose: () => void }): ReactElement {
  const { busy, failure, errors, run } = useOnlineCall(renameOrganisation);
  const [{ version, name: before }] = useState(state);
  const [name, setName] = useState(before);
  const [wrong, setWrong] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const parsed = parseOrganisationName(name);
    setWrong('message' in parsed ? parsed.message : undefined);
    if (busy || 'message' in parsed) return;
    const at = { body: { name: parsed.value }, ifMatch: version };
    if (!(await run([version, parsed.value], (key) => call(renameOrganisation, { ...at, key })))) return;
    toast.success(`The organisation is called ${parsed.value}.`);
    onClose();
  };
  return (
    <FormDialog
      title="Organisation"
      onClose={onClose}
      way={{ mode: 'edit', onSubmit: (event) => void submit(event), busy, failure }}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={MAX_NAME}
        capitals="words"
        first
        error={wrong ?? errors['name']}
        onChange={(text) => {
          setName(text);
          setWrong(undefined);
        }}
      />
    </FormDialog>
  );
}
