import { useState, type FormEvent, type ReactElement } from 'react';
import { renameOrganisation } from '#contract/calls/organisation.ts';
import { MAX_NAME } from '#contract/limits.ts';
import type { OrganisationState } from '#contract/organisation.ts';
import { call } from '#data/http.ts';
import { changeSession } from '#data/sessionStore.ts';
import { parseOrganisationName } from '#domain/organisation.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { TextInput } from '#ui/TextInput.tsx';
import { TimeZoneInput } from '#ui/TimeZoneInput.tsx';
import { toast } from '#ui/toast.ts';
import { LogoField } from './LogoField.tsx';

/** Gives the organisation another name or logo, or time zone while it can be chosen (ORG-36). */
export function RenameDialog({ state, onClose }: { state: OrganisationState; onClose: () => void }): ReactElement {
  const { busy, failure, errors, run } = useOnlineCall(renameOrganisation);
  const [{ version, name: before, timeZone: zoneBefore, timeZoneSet, timeZoneStays }] = useState(state);
  const [zone, setZone] = useState(zoneBefore);
  const [name, setName] = useState(before);
  const [logo, setLogo] = useState<string | null>();
  const [wrong, setWrong] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const parsed = parseOrganisationName(name);
    setWrong('message' in parsed ? parsed.message : undefined);
    if (busy || 'message' in parsed) return;
    const isNew = { logo: logo !== undefined, zone: zone !== zoneBefore };
    const body = { name: parsed.value, ...(isNew.logo && { logo }), ...(isNew.zone && { timeZone: zone }) };
    const at = { body, ifMatch: version };
    if (!(await run([version, at.body], (key) => call(renameOrganisation, { ...at, key })))) return;
    // From now on this page's days are those, as they will be at the next start.
    if (isNew.zone) changeSession({ timeZone: zone });
    toast.success(
      isNew.logo || isNew.zone ? 'The organisation is saved.' : `The organisation is called ${parsed.value}.`,
    );
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
      {timeZoneSet || timeZoneStays ? null : (
        <TimeZoneInput label="Time zone" value={zone} required error={errors['timeZone']} onChange={setZone} />
      )}
      <LogoField before={state.logo} value={logo} error={errors['logo']} onChange={setLogo} />
    </FormDialog>
  );
}
