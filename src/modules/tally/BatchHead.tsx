import { useRef, type ReactElement } from 'react';
import { answerTallyBatch, exportTallyBatch } from '#contract/calls/tally.ts';
import type { TallyAnswered, TallyBatch } from '#contract/tally.ts';
import { isUnreachable, messageOf } from '#data/errors.ts';
import { saveFile } from '#data/saveFile.ts';
import { useSession } from '#data/session.ts';
import { uploadFile } from '#data/upload.ts';
import { formatRupees } from '#domain/money.ts';
import { claimKindWord, counted, progressText } from '#domain/tallyWords.ts';
import { Action, IconAction } from '#ui/Action.tsx';
import { CopyAction } from '#ui/CopyAction.tsx';
import { Icon } from '#ui/Icon.tsx';
import { momentText } from '#ui/moments.ts';
import { toast } from '#ui/toast.ts';
import styles from './Batch.module.css';
import { Period, StatusTag } from './labels.tsx';
import { changeOf, isChange, NEEDS_NETWORK, type TallyCall } from './useTally.ts';

/** What Tally's answer came to: how many it took, and what it says of those that it did not. */
export function AnswerNotice({ answered, onClose }: { answered: TallyAnswered; onClose: () => void }): ReactElement {
  const { posted, failed, unclear, problems } = answered;
  const parts = [
    `${counted(posted, 'voucher')} posted`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unclear > 0 ? [`${unclear} unclear`] : []),
  ];
  return (
    <section
      className={styles.answer}
      data-bad={failed + unclear > 0 ? '' : undefined}
      role="status"
      aria-label="Tally’s answer"
    >
      <Icon name={failed + unclear > 0 ? 'warning' : 'check'} />
      <div>
        <p>
          <strong>{`Tally’s answer: ${parts.join(', ')}.`}</strong>
          {unclear > 0
            ? ' It says nothing certain of the unclear ones: look them up in Tally and mark them by hand.'
            : ''}
        </p>
        {problems.length > 0 ? (
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        ) : null}
      </div>
      <IconAction icon="close" name="Close Tally’s answer" onClick={onClose} />
    </section>
  );
}

interface BatchHeadProps {
  batch: TallyBatch;
  calls: TallyCall;
  timeZone: string;
  onAnswered: (answered: TallyAnswered | null) => void;
}

const failure = (error: unknown): void =>
  toast.error(isUnreachable(error) ? `${messageOf(error)} Nothing was changed.` : messageOf(error));

/** What the batch is, its status, its file for Tally, and Tally's answer. */
export function BatchHead({ batch, calls, timeZone, onAnswered }: BatchHeadProps): ReactElement {
  const { roles } = useSession();
  const { online, busy, run } = calls;
  const input = useRef<HTMLInputElement>(null);
  const parts = { id: batch.batchId };
  const progress = progressText(batch);

  const download = async (): Promise<void> => {
    const name = await run(changeOf('export', batch), exportTallyBatch, (key) =>
      saveFile(exportTallyBatch, { parts, key, name: `${batch.batchId}.xml` }),
    );
    if (name !== null) toast.success(`${name} is saved.`);
  };
  const take = async (file: File): Promise<void> => {
    onAnswered(null);
    const answer = await run('answer', answerTallyBatch, () => uploadFile(answerTallyBatch, file, { parts }), failure);
    if (answer) onAnswered(answer.data);
  };
  const why = (may: boolean, reason: string): string | undefined =>
    !online ? NEEDS_NETWORK : may ? undefined : reason;
  const noExport = why(batch.mayExport, 'This batch has nothing to export.');
  const noAnswer = why(batch.mayMark, 'Tally answers what was exported: download its file first.');
  /** Where it has gone out, and Tally has not taken all of it, its answer is what comes next. */
  const next = batch.mayMark && batch.posted < batch.vouchers ? 'primary' : 'plain';
  return (
    <section className={styles.head} aria-label={batch.batchId}>
      <div className={styles.what}>
        <p className={styles.amount}>{formatRupees(batch.amount)}</p>
        <StatusTag status={batch.status} />
        {progress ? <span className={styles.soft}>{progress}</span> : null}
      </div>
      <dl className={styles.details}>
        <Detail name="Batch">
          <span className={styles.id}>
            {batch.batchId}
            <CopyAction text={batch.batchId} name="Copy batch id" copied="Batch id copied." />
          </span>
        </Detail>
        <Detail name="Period">
          <Period batch={batch} timeZone={timeZone} />
        </Detail>
        <Detail name="Kind">{batch.vouchers === 0 ? '–' : claimKindWord(batch.kind)}</Detail>
        <Detail name="Vouchers">{counted(batch.vouchers)}</Detail>
        <Detail name="Made">
          {`${momentText(batch.createdAt, timeZone)} by ${batch.createdBy.name}` +
            (batch.source === 'SHEET' ? ', from an expense sheet' : '')}
        </Detail>
        <Detail name="Last exported">
          {batch.exportedAt === null
            ? 'Not yet'
            : `${momentText(batch.exportedAt, timeZone)}${batch.exportedBy ? ` by ${batch.exportedBy.name}` : ''}`}
        </Detail>
      </dl>
      {roles.isTallyAdmin ? (
        <div className={styles.actions}>
          <Action
            look={batch.exportedAt === null && batch.mayExport ? 'primary' : 'plain'}
            icon="download"
            busy={isChange('export', busy)}
            refused={noExport}
            onClick={() => (noExport === undefined ? void download() : toast.hint(noExport))}
          >
            Download Tally XML
          </Action>
          <input
            ref={input}
            type="file"
            accept=".xml,text/xml,application/xml"
            aria-label="Tally’s answer"
            tabIndex={-1}
            className="k-spoken"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              if (file) void take(file);
            }}
          />
          <Action
            look={next}
            icon="file"
            busy={busy === 'answer'}
            refused={noAnswer}
            onClick={() => (noAnswer === undefined ? input.current?.click() : toast.hint(noAnswer))}
          >
            Upload Tally’s answer
          </Action>
        </div>
      ) : (
        <p className={styles.soft}>Tally admins download its file and mark its vouchers.</p>
      )}
    </section>
  );
}

const Detail = ({ name, children }: { name: string; children: ReactElement | string }): ReactElement => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
