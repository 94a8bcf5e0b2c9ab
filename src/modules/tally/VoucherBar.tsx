import { useState, type ReactElement } from 'react';
import { markTallyVouchers, releaseTallyVouchers } from '#contract/calls/tally.ts';
import type { TallyBatch, TallyChanged, TallyVoucher } from '#contract/tally.ts';
import { call } from '#data/http.ts';
import { CHOOSE_FAILED, tallyCan } from '#domain/tally.ts';
import { counted } from '#domain/tallyWords.ts';
import { Action } from '#ui/Action.tsx';
import { Question } from '#ui/Question.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Bar.module.css';
import { MarkFailed } from './MarkFailed.tsx';
import { AllBox, type Choosing } from '#ui/Table.tsx';
import { changeOf, isChange, NEEDS_NETWORK, type TallyCall } from './useTally.ts';

export interface VoucherBarProps {
  batch: TallyBatch;
  calls: TallyCall;
  rows: readonly TallyVoucher[];
  choosing: Choosing;
  /** The table has a box for all rows in its head. */
  room: boolean;
  /** Not all of the batch is shown. */
  filtered: boolean;
  onDone: () => void;
}

type Asked = 'posted' | 'failed' | 'release';

/**
 * Marks the chosen vouchers, or all of them when none is chosen, and takes chosen ones out of the batch. Each asks
 * first.
 */
export function VoucherBar({ batch, calls, rows, choosing, room, filtered, onDone }: VoucherBarProps): ReactElement {
  const { online, busy, run } = calls;
  const { chosen } = choosing;
  const [asked, setAsked] = useState<Asked | null>(null);
  const parts = { id: batch.batchId };
  const picked = rows.filter(({ expenseId }) => chosen.includes(expenseId));
  const all = chosen.length === 0;
  const what = all ? `all ${counted(batch.vouchers, 'voucher')}` : counted(chosen.length, 'voucher');

  const tell = (changed: { data: TallyChanged } | null, word: string): boolean => {
    if (!changed) return false;
    const { done, refused } = changed.data;
    if (done.length > 0) toast.success(`${counted(done.length, 'voucher')} ${word}.`);
    if (refused.length > 0)
      toast.error(`${counted(refused.length, 'voucher')} could not be changed. ${refused[0]?.message ?? ''}`);
    onDone();
    return true;
  };
  /** All are all as they are shown here: what somebody else marked meanwhile is looked at first. */
  const mark = async (posted: boolean, reason?: string): Promise<boolean> => {
    const body = { posted, ids: all ? null : [...chosen], ...(reason !== undefined && { reason }) };
    return tell(
      await run(changeOf('mark', batch, body), markTallyVouchers, (key) =>
        call(markTallyVouchers, { parts, body, key, ...(all && { ifMatch: batch.version }) }),
      ),
      posted ? 'marked posted' : 'marked failed',
    );
  };
  const release = async (): Promise<void> => {
    const body = { ids: [...chosen] };
    tell(
      await run(changeOf('release', batch, body), releaseTallyVouchers, (key) =>
        call(releaseTallyVouchers, { parts, body, key }),
      ),
      'taken out',
    );
  };
  const why = (may: boolean, reason: string): string | undefined =>
    !online ? NEEDS_NETWORK : may ? undefined : reason;
  const hidden =
    all && filtered ? 'Please select the vouchers that are meant: a filter hides others of this batch.' : undefined;
  const noMark =
    hidden ??
    why(
      batch.mayMark && (all || picked.some(({ status }) => tallyCan.mark(status).ok)),
      'What was exported can be marked posted or failed.',
    );
  // What is posted must not fail by the way.
  const noFail = noMark ?? (all && batch.posted > 0 ? CHOOSE_FAILED : undefined);
  const noRelease = why(
    picked.every(({ mayRelease }) => mayRelease),
    'What was exported or posted stays in its batch.',
  );
  const ask = (which: Asked, refused: string | undefined): void =>
    refused === undefined ? setAsked(which) : toast.hint(refused);
  return (
    <div className={styles.bar} data-chosen={all ? undefined : ''}>
      {room ? null : <AllBox choosing={choosing} label="Whole page" />}
      <p className={styles.sum} role="status">
        {all ? (
          filtered ? (
            'Nothing selected'
          ) : (
            'All vouchers of this batch'
          )
        ) : (
          <strong>{`${counted(chosen.length, 'voucher')} selected`}</strong>
        )}
      </p>
      <div
        className={all ? styles.buttons : `${styles.buttons} ${styles.pinned}`}
        data-pinned={all ? undefined : 'bar'}
      >
        {all ? null : (
          <Action refused={noRelease} onClick={() => ask('release', noRelease)}>
            Take out
          </Action>
        )}
        <Action look="danger" refused={noFail} onClick={() => ask('failed', noFail)}>
          Mark failed
        </Action>
        <Action
          look={all ? 'plain' : 'primary'}
          busy={asked === null && isChange('mark', busy)}
          refused={noMark}
          onClick={() => ask('posted', noMark)}
        >
          Mark posted
        </Action>
      </div>
      {asked === 'posted' ? (
        <Question
          title="Mark posted?"
          text={
            `Say so of ${what} only when Tally has them. A claim whose voucher is posted can no longer be revived ` +
            'by finance.'
          }
          yes="Mark posted"
          look="primary"
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null);
            void mark(true);
          }}
        />
      ) : null}
      {asked === 'failed' ? (
        <MarkFailed
          text={
            all
              ? `Tally took none of the ${counted(batch.vouchers, 'voucher')} of this batch.`
              : `Tally did not take ${counted(chosen.length, 'voucher')}.`
          }
          busy={busy !== null}
          onClose={() => setAsked(null)}
          onMark={async (reason) => void ((await mark(false, reason)) && setAsked(null))}
        />
      ) : null}
      {asked === 'release' ? (
        <Question
          title="Take out of the batch?"
          text={`${counted(chosen.length, 'claim')} will be in no batch again, and can be put into another.`}
          yes="Take out"
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null);
            void release();
          }}
        />
      ) : null}
    </div>
  );
}
