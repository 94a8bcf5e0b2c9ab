import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactElement } from 'react';
import { leavePerson, previewLeaving } from '#contract/calls/people.ts';
import type { DirectoryPerson, LeavingPreview } from '#contract/people.ts';
import { call } from '#data/http.ts';
import { readOptions } from '#data/query.ts';
import { successorFault } from '#domain/directory.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { Loaded } from '#list/Loaded.tsx';
import { toast } from '#ui/toast.ts';
import { ColleagueField } from './ColleagueField.tsx';
import styles from './Directory.module.css';
import { usePersonCall } from './usePersonCall.ts';
import { counted } from './words.ts';

/** What moves or ends, a sentence for each kind of thing. */
function sentencesOf({ reports, claims, trips, standIns }: LeavingPreview): string[] {
  const all: readonly [count: number, one: string, many: string][] = [
    [reports, 'person gets another manager.', 'people get another manager.'],
    [claims, 'claim that waits for them goes to the successor.', 'claims that wait for them go to the successor.'],
    [
      trips,
      'travel request that waits for them goes to the successor.',
      'travel requests that wait for them go to the successor.',
    ],
    [standIns, 'stand-in ends.', 'stand-ins end.'],
  ];
  return all.flatMap(([count, one, many]) => (count === 0 ? [] : [counted(count, one, many)]));
}

const isNeeded = ({ reports, claims, trips }: LeavingPreview): boolean => reports + claims + trips > 0;

/** Somebody leaves: what that moves, and who takes over (ORG-6, ORG-12). */
export function LeaveDialog({ person, onClose }: { person: DirectoryPerson; onClose: () => void }): ReactElement {
  const query = useQuery({ ...readOptions(previewLeaving, { parts: { id: person.personId } }), staleTime: 0 });
  const preview = query.data?.data;
  const { busy, failure, errors, setErrors, run } = usePersonCall(person);
  const [typed, setTyped] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const successor = (typed ?? preview?.successor?.email ?? '').trim();

  const leave = async (): Promise<void> => {
    if (!preview) return;
    const named = isNeeded(preview) && successor !== '' ? successor : null;
    // Whether somebody of this address is at work is for the server to say.
    const fault = successorFault(isNeeded(preview), named === null ? null : { id: '', active: true }, person.personId);
    if (fault !== null) setErrors({ successor: fault });
    else if (await run(['leaves', named], (at) => call(leavePerson, { ...at, body: { successor: named } }))) {
      toast.success(`${person.name} left.`);
      onClose();
      return;
    }
    field.current?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) void leave();
  };
  return (
    <FormDialog
      title={`${person.name} leaves`}
      onClose={onClose}
      way={{
        mode: 'create',
        submitWord: 'Leave',
        onSubmit: submit,
        busy: busy || preview === undefined || query.isFetching,
        failure: failure ?? Object.entries(errors).find(([name]) => name !== 'successor')?.[1],
      }}
    >
      <Loaded query={query} what="What moves">
        {({ data }) => (
          <>
            <p className={styles.soft}>
              They are signed out on every device at once. Their own claims stay where they are, and the history keeps
              their name.
            </p>
            {sentencesOf(data).length > 0 ? (
              <ul className={styles.moves} aria-label="What moves">
                {sentencesOf(data).map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            ) : (
              <p className={styles.soft}>Nobody reports to them, and nothing waits for their decision.</p>
            )}
            {isNeeded(data) ? (
              <ColleagueField
                label="Successor"
                hint="Who takes over: the manager above, unless you name somebody else."
                value={typed ?? data.successor?.email ?? ''}
                onChange={(text) => {
                  setTyped(text);
                  setErrors({});
                }}
                inputRef={field}
                error={errors['successor']}
                except={person.email}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </FormDialog>
  );
}
