import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { FileZone } from '#files/FileZone.tsx';
import { Action } from '#ui/Action.tsx';
import { Failure, Notice } from '#ui/Notice.tsx';
import { Tick } from '#ui/Tick.tsx';
import directory from '../directory/Directory.module.css';
import { PEOPLE } from '../directory/addresses.ts';
import styles from '../import/Import.module.css';
import { ImportResult } from '../import/ImportResult.tsx';
import { useImport, type Import } from '../import/useImport.ts';
import { number, sizeOf, summaryOf } from '../import/words.ts';

const ACCEPT = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What the file would do, and the button that does it. */
function Plan({ steps, offline }: { steps: Import; offline: string | undefined }): ReactElement | null {
  const { file, answer, choice, sending, look, apply } = steps;
  if (file === null || answer === null) return null;
  const size = sizeOf(answer.counts);
  const busy = sending !== null;
  // Not whether they are sure, or it would vanish as it is ticked.
  const isMany = choice.sure || answer.stop !== null;
  return (
    <>
      <p className={styles.summary} role="status">{`${file.name}: ${summaryOf(answer.counts)}`}</p>
      <Tick
        checked={choice.missingLeave}
        disabled={busy || offline !== undefined}
        onTick={(missingLeave) => void look(file, { missingLeave, sure: false })}
      >
        People whom a file put in and who are missing from this one leave
      </Tick>
      {choice.missingLeave && isMany ? (
        <>
          {answer.stop === null ? null : (
            <Notice tone="wait" icon="warning" role="alert">
              {answer.stop}
            </Notice>
          )}
          <Tick
            checked={choice.sure}
            disabled={busy || offline !== undefined}
            onTick={(sure) => void look(file, { ...choice, sure })}
          >
            {`Yes, ${number(answer.counts.leaving)} people leave`}
          </Tick>
        </>
      ) : null}
      <div className={styles.actions}>
        <Action
          look="primary"
          disabled={busy || size === 0 || answer.stop !== null}
          refused={offline}
          onClick={() => void apply()}
        >
          {size === 1 ? 'Apply to 1 person' : `Apply to ${number(size)} people`}
        </Action>
        <p className={styles.soft}>
          {size === 0 ? 'Nothing of it is to be done.' : 'Nothing is changed yet. What is refused stays as it is.'}
        </p>
      </div>
      <ImportResult answer={answer} />
    </>
  );
}

/** What was done. */
function Done({ file, answer }: { file: File | null; answer: NonNullable<Import['answer']> }): ReactElement {
  return (
    <>
      <Notice
        tone="info"
        icon="check"
        role="status"
        actions={
          <Link to={PEOPLE} className={directory.lead}>
            All people
          </Link>
        }
      >
        {`Done. ${file?.name ?? 'The file'}: ${summaryOf(answer.counts)}`}
      </Notice>
      {answer.counts.refused > 0 ? (
        <p className={styles.text}>Put right what is refused and upload the file again: nothing is done twice.</p>
      ) : null}
      <ImportResult answer={answer} />
    </>
  );
}

/** People from a file: what it would do is seen before it is done (ORG-24). */
export function ImportPage(): ReactElement {
  const online = useOnline();
  const steps = useImport();
  const offline = online ? undefined : NEEDS_NETWORK;
  const { file, answer, failure, sending } = steps;
  return (
    <div className={styles.page}>
      <Link to={PEOPLE} className={directory.lead} preload="intent">
        All people
      </Link>
      <p className={styles.text}>
        Upload a CSV or XLSX file whose first line names its columns: Name, E-mail, Employee code, Manager (e-mail or
        code), Roles, Cost centre, Grade, Base location, Joining date. What the file has no column for stays as it is.
      </p>
      <FileZone
        label="File of people"
        button={answer === null ? 'Choose a file' : 'Choose another file'}
        hint="or drop one .csv or .xlsx file here"
        accept={ACCEPT}
        sending={sending}
        refused={offline}
        onFile={(chosen) => void steps.look(chosen)}
        onStop={steps.stop}
      />
      <Failure text={failure} />
      {answer === null ? null : answer.applied ? (
        <Done file={file} answer={answer} />
      ) : (
        <Plan steps={steps} offline={offline} />
      )}
    </div>
  );
}
