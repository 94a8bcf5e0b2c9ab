import { Link, useRouter } from '@tanstack/react-router';
import { useMemo, useState, type ReactElement } from 'react';
import { listTallyCandidates, makeTallyBatch } from '#contract/calls/tally.ts';
import { MAX_BATCH_VOUCHERS } from '#contract/limits.ts';
import type { TallyBatchBody, TallyCandidate } from '#contract/tally.ts';
import { call } from '#data/http.ts';
import { useSession } from '#data/session.ts';
import { counted } from '#domain/tallyWords.ts';
import { NO_CLAIMS } from '#domain/tally.ts';
import { useSelection } from '#list/selection.ts';
import { Question } from '#ui/Question.tsx';
import { toast } from '#ui/toast.ts';
import { BATCHES, batchAddress, CANDIDATE_FILTERS, CANDIDATE_SORTS } from '../addresses.ts';
import { CandidateCard, candidateColumns, PageTotal } from '../candidateRows.tsx';
import { MakeBar } from '../MakeBar.tsx';
import { Table, type Choosing } from '#ui/Table.tsx';
import styles from '../Tally.module.css';
import { TallyFrame } from '../TallyFrame.tsx';
import { useRoom } from '#ui/useRoom.ts';
import { useTallyCall, useTallyList } from '../useTally.ts';

const NO_ROWS: readonly TallyCandidate[] = [];
const idOf = ({ expenseId }: TallyCandidate): string => expenseId;
const HINT = 'Claims approved by finance appear here until they are in a batch.';

/** Claims that finance approved and that no batch has; a tally admin makes one of them (TALLY-2). */
export function TallyData(): ReactElement {
  const { timeZone, roles } = useSession();
  const router = useRouter();
  const room = useRoom();
  const list = useTallyList(listTallyCandidates, CANDIDATE_FILTERS);
  const { online, busy, run } = useTallyCall();
  const { answer, filters, before } = list;
  const rows = answer?.rows ?? NO_ROWS;
  const total = answer?.total ?? 0;
  const may = roles.isTallyAdmin;
  const ids = useMemo(() => (may && !before ? rows.map(idOf) : []), [rows, may, before]);
  const { page, sort } = list.address.search;
  const selection = useSelection(ids, JSON.stringify([filters, page, sort]));
  const { chosen } = selection;
  const whole = JSON.stringify([filters, page, chosen.length]);
  /** Not those of this page alone, but all that the filters select: until the page or what is chosen changes. */
  const [everythingOf, setEverythingOf] = useState<string | null>(null);
  if (everythingOf !== null && everythingOf !== whole) setEverythingOf(null);
  const everything = everythingOf === whole;
  const [asking, setAsking] = useState(false);

  const make = async (): Promise<void> => {
    const body: TallyBatchBody = everything ? { filters: filters as Record<string, string[]> } : { ids: [...chosen] };
    const made = await run(JSON.stringify(body), makeTallyBatch, (key) => call(makeTallyBatch, { body, key }));
    if (!made) return;
    const { batch, done, refused } = made.data;
    selection.clear();
    if (refused.length > 0)
      toast.error(`${counted(refused.length, 'claim')} could not be taken. ${refused[0]?.message ?? ''}`);
    if (!batch) return;
    toast.success(`Batch made of ${counted(done.length, 'claim')}.`);
    router.history.push(batchAddress(batch.batchId));
  };
  const start = (): void => {
    if (chosen.length === 0) toast.hint(NO_CLAIMS);
    else if (everything) setAsking(true);
    else void make();
  };
  const choosing: Choosing | undefined = may
    ? { has: selection.has, set: selection.set, all: selection.all, of: ids, chosen }
    : undefined;
  const amount =
    rows.reduce((sum, row) => sum + (selection.has(row.expenseId) ? Math.round(row.amount * 100) : 0), 0) / 100;
  return (
    <div className={styles.page}>
      <TallyFrame
        list={list}
        uses={CANDIDATE_FILTERS}
        sorts={CANDIDATE_SORTS}
        links={
          <Link to={BATCHES} className={styles.go} preload="intent">
            View Tally
          </Link>
        }
        emptyHint={HINT}
        bar={
          choosing ? (
            <MakeBar
              choosing={choosing}
              room={room}
              amount={amount}
              total={total}
              most={MAX_BATCH_VOUCHERS}
              everything={everything}
              onEverything={(on) => setEverythingOf(on ? whole : null)}
              online={online}
              busy={busy !== null}
              onMake={start}
            />
          ) : (
            <p className={styles.line}>Tally admins make batches of these claims; the expense sheet makes one too.</p>
          )
        }
      >
        {(shown) =>
          room ? (
            <Table
              caption="Claims in no batch"
              columns={candidateColumns(timeZone)}
              rows={shown}
              idOf={idOf}
              choosing={choosing}
              below={({ narration }) => narration}
              busy={before}
              foot={<PageTotal rows={shown} columns={candidateColumns(timeZone).length + (choosing ? 1 : 0)} />}
            />
          ) : (
            <ul className={styles.cards} aria-busy={before || undefined}>
              {shown.map((row) => (
                <CandidateCard key={row.expenseId} row={row} timeZone={timeZone} choosing={choosing} />
              ))}
            </ul>
          )
        }
      </TallyFrame>
      {asking ? (
        <Question
          title="Make one batch of all of them?"
          text={
            `All ${counted(total, 'claim')} that these filters select become one batch. Until the batch is ` +
            'exported, claims can be taken out of it again.'
          }
          yes="Make batch"
          look="primary"
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false);
            void make();
          }}
        />
      ) : null}
    </div>
  );
}
