import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useToday } from '#data/clock.ts';
import { draftKeys } from '#data/drafts.ts';
import { messageOf } from '#data/errors.ts';
import { useSession } from '#data/session.ts';
import { formatDay } from '#domain/dates.ts';
import type { FormBill } from '#files/bill.ts';
import { joinShares, type JoinPlace } from '#modules/claims/index.ts';
import { localExpensePlace } from '#modules/localExpense/index.ts';
import type { TakenShare } from '#outbox/shares.ts';
import { Action } from '#ui/Action.tsx';
import { ChoiceInput } from '#ui/ChoiceInput.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Failure, Notice } from '#ui/Notice.tsx';
import { PickInput } from '#ui/PickInput.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Inbox.module.css';
import { claimableTrips, ticketTrips, type Choice, type Target } from './targets.ts';

const TARGETS: readonly { value: Target; label: string }[] = [
  { value: 'local', label: 'Local' },
  { value: 'travel', label: 'Travel' },
  { value: 'ticket', label: 'Ticket' },
];

const ofDevice = { staleTime: 0, gcTime: 0, networkMode: 'always', retry: false } as const;

interface TargetDialogProps {
  chosen: readonly TakenShare[];
  /** '2 bills'. */
  count: string;
  /** Words came with them. */
  worded: boolean;
  onClose: () => void;
}

/** Asks what bills of the inbox become, puts them into the draft of that form, and opens it (INB-4, INB-5). */
export function TargetDialog({ chosen, count, worded, onClose }: TargetDialogProps): ReactElement {
  const session = useSession();
  const client = useQueryClient();
  const router = useRouter();
  const today = useToday(session.timeZone);
  const [target, setTarget] = useState<Target>('local');
  const [tripId, setTripId] = useState('');
  const [day, setDay] = useState('');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { data: written = [] } = useQuery({ queryKey: ['drafts', session.email], queryFn: draftKeys, ...ofDevice });
  const trips = useQuery({
    queryKey: ['claimable trips', session.email, today],
    queryFn: () => claimableTrips(client, session, today),
    enabled: target === 'travel',
    ...ofDevice,
  });
  const tickets = useQuery({
    queryKey: ['ticket trips', session.email, today],
    queryFn: () => ticketTrips(client, session, today),
    enabled: target === 'ticket',
    ...ofDevice,
  });
  const trip = trips.data?.find(({ value }) => value === tripId)?.of;
  const ticket = tickets.data?.find(({ value }) => value === tripId)?.of;
  const travel = trip?.days.includes(day) ? trip.placeOf(day) : undefined;
  const local = localExpensePlace(today);
  const place = { local, travel, ticket }[target];
  const joins = place !== undefined && written.includes(place.key);

  const join = async <V extends { billUrl: readonly FormBill[] }>(to: JoinPlace<V>): Promise<void> => {
    const { gone } = await joinShares(to, chosen);
    if (gone) toast.hint('Some of what you chose was used in another window meanwhile.');
    router.history.push(to.address);
  };
  const use = async (): Promise<void> => {
    setFailure(undefined);
    setBusy(true);
    try {
      const verdict = target === 'travel' ? await trip?.verify(day) : undefined;
      if (verdict?.ok === false) setFailure(verdict.message);
      else if (target === 'local') await join(local);
      else if (target === 'travel' && travel) await join(travel);
      else if (target === 'ticket' && ticket) await join(ticket);
      else setFailure(target === 'travel' ? 'Please choose a trip and a day' : 'Please choose a trip');
    } catch (error) {
      setFailure(`The bills stay in your inbox. ${messageOf(error)}`);
    } finally {
      setBusy(false);
    }
  };
  const pick = (choices: readonly Choice<unknown>[] | undefined, none: string): ReactElement => (
    <PickInput
      label="Trip"
      options={choices}
      none={none}
      chosen={tripId === '' ? [] : [tripId]}
      onChange={([next = '']) => {
        setTripId(next);
        setDay('');
      }}
    />
  );
  return (
    <Dialog
      title={`Use ${count}`}
      onClose={onClose}
      footer={
        <>
          <Action onClick={onClose}>Cancel</Action>
          <Action look="primary" busy={busy} onClick={() => void use()}>
            Continue
          </Action>
        </>
      }
    >
      <div className={styles.choice}>
        <ChoiceInput
          label="Claim"
          choices={TARGETS.filter(({ value }) => value !== 'ticket' || session.roles.isAdmin)}
          value={target}
          onChange={(next) => {
            setTarget(next as Target);
            setTripId('');
            setFailure(undefined);
          }}
        />
        {target === 'travel' ? pick(trips.data, 'No trip of yours takes a claim now, as far as is known here') : null}
        {target === 'travel' && trip ? (
          <ChoiceInput
            label="Day"
            choices={trip.days.map((each) => ({ value: each, label: formatDay(each) }))}
            value={day}
            onChange={setDay}
          />
        ) : null}
        {target === 'ticket' ? pick(tickets.data, 'No trip takes a ticket now, as far as is known here') : null}
        {joins ? (
          <Notice tone="info" icon="edit" role="status">
            You are writing this one already: they join it.
          </Notice>
        ) : null}
        {worded && place?.remark === null ? (
          <Notice tone="wait" icon="warning" role="status">
            These tickets have no remark: the words that came with the files are not kept.
          </Notice>
        ) : null}
        <Failure text={failure} />
      </div>
    </Dialog>
  );
}
