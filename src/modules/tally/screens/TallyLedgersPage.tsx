import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react';
import { getLedgerMapping, saveLedgerMapping } from '#contract/calls/tally.ts';
import { MESSAGES, type FieldErrors } from '#contract/error.ts';
import type { LedgerMapping } from '#contract/tally.ts';
import { ApiError, messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { parseMapping } from '#domain/tally.ts';
import { plainDrafts } from '#modules/claims/index.ts';
import { useDraft, useFoundDraft } from '#form/useDraft.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Icon } from '#ui/Icon.tsx';
import { momentText } from '#ui/moments.ts';
import { Notice } from '#ui/Notice.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { toast } from '#ui/toast.ts';
import { Action } from '#ui/Action.tsx';
import { BATCHES } from '../addresses.ts';
import { bodyOf, changesOf, errorsOf, LedgerFields, valuesOf, type LedgerValues } from '../LedgerFields.tsx';
import styles from '../Ledgers.module.css';
import { SaveBar } from '../SaveBar.tsx';
import page from '../Tally.module.css';
import { useTallyCall } from '../useTally.ts';

const DRAFT = 'Tally Ledgers';
const drafts = plainDrafts<LedgerValues>((value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
    : null,
);

/** Which ledger and cost centre of Tally each claim goes to (TALLY-9). */
export function TallyLedgersPage(): ReactElement {
  const query = useQuery(readOptions(getLedgerMapping));
  return (
    <div className={`${page.page} ${styles.page}`}>
      <p className={styles.back}>
        <Link to={BATCHES} className={page.opens}>
          <Icon name="back" size={18} />
          View Tally
        </Link>
      </p>
      <Loaded query={query} what="The ledgers">
        {({ data }) => <Ledgers mapping={data} />}
      </Loaded>
    </div>
  );
}

function Ledgers({ mapping }: { mapping: LedgerMapping }): ReactElement {
  const { timeZone } = useSession();
  const { online, busy, run } = useTallyCall();
  const draft = useDraft(DRAFT, drafts);
  const { keep, drop } = draft;
  /** What the form was made of. */
  const [base, setBase] = useState(mapping);
  const [values, setValues] = useState(() => valuesOf(mapping));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [search, setSearch] = useState('');
  const form = useRef<HTMLFormElement>(null);
  /** The first field that is wrong takes the focus once it says so. */
  const complained = useRef(false);
  const changes = changesOf(values, valuesOf(base));
  const dirty = Object.keys(changes).length > 0;
  const newer = mapping.version > base.version;
  const theirs = newer && dirty ? changesOf(valuesOf(mapping), valuesOf(base)) : null;

  if (newer && !dirty) {
    setBase(mapping);
    setValues(valuesOf(mapping));
  }
  useFoundDraft(draft, (found) => {
    if (mapping.mayChange)
      setValues((before) => ({
        ...before,
        ...Object.fromEntries(Object.entries(found).filter(([name]) => name in before)),
      }));
  });

  const set = (name: string, text: string): void => {
    const next = { ...values, [name]: text };
    setValues(next);
    setErrors(({ [name]: _mended, ...rest }) => rest);
    keep(changesOf(next, valuesOf(base)));
  };
  const start = (from: LedgerMapping): void => {
    setBase(from);
    setValues(valuesOf(from));
    setErrors({});
    void drop();
  };
  const complain = (wrong: FieldErrors, message: string): void => {
    setErrors(wrong);
    // What is wrong must be in sight.
    setSearch('');
    toast.hint(message);
    complained.current = true;
  };
  useEffect(() => {
    if (!complained.current) return;
    complained.current = false;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    // Not under the bar at the foot of the window.
    field?.scrollIntoView({ block: 'center' });
  }, [errors]);
  const save = async (): Promise<void> => {
    const parsed = parseMapping(bodyOf(values, base));
    if (!parsed.ok) {
      complain(errorsOf(parsed.errors, base), MESSAGES.checkForm);
      return;
    }
    const body = bodyOf(values, base);
    const saved = await run(
      JSON.stringify(body),
      saveLedgerMapping,
      (key) => call(saveLedgerMapping, { body, key, ifMatch: base.version }),
      (error) => {
        if (error instanceof ApiError && Object.keys(error.errors).length > 0)
          complain(errorsOf(error.errors, base), messageOf(error));
        else toast.error(messageOf(error));
      },
    );
    if (!saved) return;
    start(saved.data);
    toast.success('Ledgers saved.');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  const { updatedAt, updatedBy } = base;
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={submit}>
      <div className={styles.top}>
        <p className={styles.intro}>
          {'Names exactly as in Tally. '}
          {updatedAt === null
            ? 'These are the default names; none have been saved yet.'
            : `Last saved ${momentText(updatedAt, timeZone)}${updatedBy ? ` by ${updatedBy.name}` : ''}.`}
          {mapping.mayChange ? '' : ' Tally admins change them.'}
        </p>
        <div className={styles.search}>
          <TextInput label="Search" value={search} onChange={setSearch} maxLength={100} capitals="none" />
        </div>
      </div>
      {theirs ? (
        <Notice
          tone="wait"
          icon="warning"
          role="alert"
          actions={
            <>
              <Action small onClick={() => setBase(mapping)}>
                Keep mine
              </Action>
              <Action small look="quiet" onClick={() => start(mapping)}>
                Take theirs
              </Action>
            </>
          }
        >
          {`${mapping.updatedBy?.name ?? 'Somebody'} saved other names meanwhile. Yours are still here and not saved.`}
        </Notice>
      ) : null}
      <LedgerFields
        mapping={base}
        values={values}
        errors={errors}
        changes={changes}
        theirs={theirs}
        search={search}
        readOnly={!mapping.mayChange}
        onChange={set}
      />
      {mapping.mayChange ? (
        <SaveBar
          changes={Object.keys(changes).length}
          online={online}
          busy={busy !== null}
          blocked={theirs !== null}
          onDiscard={() => start(mapping)}
        />
      ) : null}
    </form>
  );
}
