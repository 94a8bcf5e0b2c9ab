import { useState, type ReactElement } from 'react';
import { useController, type Control } from 'react-hook-form';
import { MAX_CODE, MAX_EMAIL, MAX_NAME } from '#contract/limits.ts';
import type { DirectoryPerson } from '#contract/people.ts';
import { useOnline } from '#data/online.ts';
import { useSession } from '#data/session.ts';
import type { PersonInput } from '#domain/directory.ts';
import { FormDay, FormLine } from '#form/fields.tsx';
import { plainDrafts, RecordForm, valuesFrom } from '#modules/claims/index.ts';
import { Notice } from '#ui/Notice.tsx';
import { ColleagueField } from './ColleagueField.tsx';
import styles from './Directory.module.css';
import { RolesField } from './RolesField.tsx';
import { useSavePerson } from './useSavePerson.tsx';
import { EMPTY_PERSON, LABELS, parseValues, valuesOf, type PersonValues } from './values.ts';
import { SOURCE_WORDS } from './words.ts';

const drafts = plainDrafts(valuesFrom(EMPTY_PERSON));

export const NewPerson = ({ onClose }: { onClose: () => void }): ReactElement => <PersonForm onClose={onClose} />;

/** Puts somebody into the directory, or changes them. Needs a network; what is typed is kept (ORG-10). */
export function PersonForm({ person, onClose }: { person?: DirectoryPerson; onClose: () => void }): ReactElement {
  const { timeZone } = useSession();
  const online = useOnline();
  // As they were when the form was opened: the page behind it may learn of another version.
  const [base] = useState(person);
  const [start] = useState(() => (base ? valuesOf(base, timeZone) : EMPTY_PERSON));
  const { save, question } = useSavePerson(base);
  return (
    <>
      <RecordForm<PersonValues, PersonInput>
        title={base ? 'Edit person' : 'Add person'}
        mode={base ? 'edit' : 'create'}
        draftKey={`people/${base?.personId ?? 'new'}`}
        drafts={drafts}
        start={start}
        parse={(values) => parseValues(values, base, timeZone)}
        notSaved="The person is NOT saved; the form keeps what you typed."
        notices={
          online ? undefined : (
            <Notice tone="wait" icon="cloudOff" role="status">
              This needs a connection. What you type is kept until you are online.
            </Notice>
          )
        }
        store={save}
        onClose={onClose}
      >
        {({ control }) => <PersonFields control={control} base={base} />}
      </RecordForm>
      {question}
    </>
  );
}

/** Of somebody whom the identity provider keeps, what it says of them is shown and not typed (ORG-7). */
function keptProps(name: keyof PersonValues, base: DirectoryPerson | undefined) {
  return base?.keptFields?.includes(name) ? { readOnly: true, hint: SOURCE_WORDS.SCIM } : {};
}

function PersonFields({
  control,
  base,
}: {
  control: Control<PersonValues>;
  base: DirectoryPerson | undefined;
}): ReactElement {
  const line = (name: Exclude<keyof PersonValues, 'roles' | 'joinedOn' | 'manager'>, maxLength: number) => ({
    control,
    name,
    label: LABELS[name],
    maxLength,
    ...keptProps(name, base),
  });
  return (
    <>
      <FormLine {...line('name', MAX_NAME)} capitals="words" first />
      <FormLine {...line('email', MAX_EMAIL)} capitals="none" />
      <div className={styles.pair}>
        <FormLine {...line('employeeCode', MAX_CODE)} capitals="characters" />
        <FormLine {...line('costCentre', MAX_CODE)} optional />
      </div>
      <ManagerField control={control} base={base} />
      <RolesField control={control} />
      <div className={styles.pair}>
        <FormLine {...line('grade', MAX_CODE)} optional />
        <FormLine {...line('baseLocation', MAX_CODE)} optional />
      </div>
      <FormDay control={control} name="joinedOn" label={LABELS.joinedOn} optional />
    </>
  );
}

function ManagerField({
  control,
  base,
}: {
  control: Control<PersonValues>;
  base: DirectoryPerson | undefined;
}): ReactElement {
  const { field, fieldState } = useController({ control, name: 'manager' });
  return (
    <ColleagueField
      label={LABELS.manager}
      optional
      hint="An e-mail. People are found by name and code too. Empty for who reports to nobody."
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
      except={base?.email}
      {...keptProps('manager', base)}
    />
  );
}
