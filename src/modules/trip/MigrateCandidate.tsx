import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactElement } from 'react';
import { uploadCandidateInformation } from '#contract/calls/trips.ts';
import { MAX_NAME } from '#contract/limits.ts';
import type { Trip } from '#contract/trip.ts';
import { isUnreachable, messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { useOnline } from '#data/online.ts';
import { once } from '#data/once.ts';
import { invalidate } from '#data/query.ts';
import { tripCan } from '#domain/trip.ts';
import { parseCandidateCode, unknownCandidate } from '#domain/tripParsing.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { useDraft, useFoundDraft } from '#form/useDraft.ts';
import type { ActionDialogProps } from '#list/definition.ts';
import { Notice } from '#ui/Notice.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { toast } from '#ui/toast.ts';
import { plainDrafts, valuesFrom } from '#modules/claims/index.ts';
import { TripDetails } from './TripDetails.tsx';

const TITLE = 'Update Candidate Information';
const drafts = plainDrafts(valuesFrom({ code: '' }));

/**
 * Puts the candidate's new employee record on the trip (TRIP-9). Needs a network: whether somebody has that code, the
 * server alone knows.
 */
export function MigrateCandidate({ row, readOnly, onClose }: ActionDialogProps<Trip>): ReactElement {
  const client = useQueryClient();
  const online = useOnline();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const draft = useDraft(`${TITLE}/${row.tripId}`, drafts);
  const { keep, drop } = draft;
  const verdict = tripCan.migrate(row);

  useFoundDraft(draft, (found) => setCode(found.code));

  const type = (text: string): void => {
    setCode(text);
    setError(undefined);
    keep({ code: text });
  };
  const update = async (): Promise<void> => {
    const parsed = parseCandidateCode(code);
    setFailure(undefined);
    setError(parsed.ok ? undefined : parsed.message);
    if (!parsed.ok) {
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const query = { tripId: row.tripId, employeeCode: parsed.value };
      const { data } = await once(`${row.userEmail} migrate ${row.tripId} ${parsed.value}`, (key) =>
        call(uploadCandidateInformation, { query, key, ifMatch: row.version }),
      );
      if (data.length === 0) {
        toast.error(unknownCandidate(parsed.value));
        input.current?.focus();
        return;
      }
      await drop();
      toast.success('Migration success.');
      void invalidate(client, uploadCandidateInformation);
      onClose();
    } catch (reason) {
      if (isUnreachable(reason)) setFailure(`${messageOf(reason)} What you typed is kept.`);
      else {
        toast.error(messageOf(reason));
        // The trip may have moved on: what is shown is asked for again.
        void invalidate(client, uploadCandidateInformation);
      }
    } finally {
      setBusy(false);
    }
  };
  if (readOnly || !verdict.ok) {
    return (
      <FormDialog
        title={TITLE}
        way={{ mode: 'view' }}
        onClose={onClose}
        notices={verdict.ok ? undefined : <Notice icon="warning">{`${verdict.message}.`}</Notice>}
      >
        <TripDetails row={row} />
      </FormDialog>
    );
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void update();
  };
  return (
    <FormDialog
      title={TITLE}
      onClose={onClose}
      way={{ mode: 'edit', onSubmit: submit, busy, failure, submitWord: 'Update' }}
      notices={
        online ? undefined : (
          <Notice tone="wait" icon="cloudOff" role="status">
            This needs a connection. What you type is kept until you are online.
          </Notice>
        )
      }
    >
      <p
        style={{ margin: 0 }}
      >{`${row.traveller ?? 'The candidate'} has joined? Their employee code puts this trip on their record.`}</p>
      <TextInput
        label="Candidate employee code"
        value={code}
        onChange={type}
        inputRef={input}
        error={error}
        maxLength={MAX_NAME}
        capitals="characters"
      />
      {row.candidateEmpCode ? <p style={{ margin: 0 }}>{`So far: ${row.candidateEmpCode}`}</p> : null}
    </FormDialog>
  );
}
