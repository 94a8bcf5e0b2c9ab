import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { dropShares, sharedBytes } from '#data/drafts.ts';
import { messageOf } from '#data/errors.ts';
import { useInbox } from '#data/inbox.ts';
import { useSession } from '#data/session.ts';
import { BillSources, type FileSource } from '#files/BillSources.tsx';
import type { BillSource } from '#files/source.ts';
import { SelectionBar } from '#list/decision/SelectionBar.tsx';
import { useSelection } from '#list/selection.ts';
import { ShareOffer } from '#modules/claims/index.ts';
import { Action } from '#ui/Action.tsx';
import { Empty, Failure } from '#ui/Notice.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { toast } from '#ui/toast.ts';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import { deviceWord } from '#ui/usePhone.ts';
import { useSeenFirst } from '#ui/useSeenFirst.ts';
import { addFiles } from '../addFiles.ts';
import styles from '../Inbox.module.css';
import { InboxRow } from '../InboxRow.tsx';
import { countText, itemsOf, takenOf, type InboxItem } from '../items.ts';

const Question = lazyPart(async () => (await import('#ui/Question.tsx')).Question);
const TargetDialog = lazyPart(async () => (await import('../TargetDialog.tsx')).TargetDialog);
const BillViewer = lazyPart(async () => (await import('#files/BillViewer.tsx')).BillViewer);

/** Everything that came in and is no claim yet; what was shared while nobody was signed in is asked about first. */
export function InboxPage(): ReactElement {
  return (
    <ShareOffer verb="Keep">
      <Inbox />
    </ShareOffer>
  );
}

const NONE: readonly InboxItem[] = [];

function Inbox(): ReactElement {
  const { data: shares, error } = useInbox();
  const [busy, setBusy] = useState(false);
  const items = useMemo(() => (shares ? itemsOf(shares) : NONE), [shares]);
  const add = async (files: readonly File[], source: FileSource): Promise<void> => {
    setBusy(true);
    for (const refusal of await addFiles(files, source)) toast.error(refusal);
    setBusy(false);
  };
  return (
    <div className={styles.page}>
      <BillSources name="Add to the inbox" onFiles={(files, source) => void add(files, source)} />
      <p role="status" className={styles.state}>
        {busy ? 'Reading…' : ''}
      </p>
      <Failure text={error && `The inbox cannot be read now. ${messageOf(error)}`} />
      {shares && items.length === 0 ? (
        <Empty
          title="Nothing in your inbox"
          hint={
            `Share bills to this app from any other one, or add them here during a trip: they wait on this ` +
            `${deviceWord()}, without a network too, until you make claims of them.`
          }
        />
      ) : null}
      {items.length > 0 ? <Items items={items} /> : null}
    </div>
  );
}

function Items({ items }: { items: readonly InboxItem[] }): ReactElement {
  const { timeZone } = useSession();
  const layer = useAddressLayer('view');
  const keys = useMemo(() => items.map(({ key }) => key), [items]);
  const { has, set, all, chosen } = useSelection<InboxItem>(keys, 'inbox');
  const [asked, setAsked] = useState<'use' | 'discard' | null>(null);
  const shown = useSeenFirst(items);
  const sources = useMemo(
    () =>
      new Map(
        items.flatMap(({ key, share, bill }): [string, BillSource][] =>
          bill
            ? [
                [
                  key,
                  {
                    kind: 'inbox',
                    id: key,
                    name: bill.name,
                    type: bill.type,
                    read: () => sharedBytes(share.id, bill.localId),
                  },
                ],
              ]
            : [],
        ),
      ),
    [items],
  );
  const { open } = layer;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a row is not drawn again for another function
  const view = useCallback(open, []);
  const viewed = layer.value === null ? -1 : [...sources.keys()].indexOf(layer.value);
  const picked = items.filter(({ key }) => has(key));
  const close = (): void => setAsked(null);
  const discard = (): void => {
    close();
    dropShares(takenOf(picked)).catch((error: unknown) => toast.error(messageOf(error)));
  };
  const some = chosen.length > 0;
  return (
    <>
      <SelectionBar
        label={some ? `${countText(picked)} of ${items.length} chosen` : `Choose all (${items.length})`}
        selected={chosen.length}
        all={chosen.length === keys.length}
        some={some}
        onAll={all}
      >
        <Action look="danger" disabled={!some} onClick={() => setAsked('discard')}>
          Discard
        </Action>
        <Action look="primary" disabled={!some} onClick={() => setAsked('use')}>
          Make a claim
        </Action>
      </SelectionBar>
      <ul className={styles.list} aria-label="Inbox">
        {shown.map((item) => (
          <InboxRow
            key={item.key}
            item={item}
            source={sources.get(item.key)}
            timeZone={timeZone}
            chosen={has(item.key)}
            onChoose={set}
            onView={view}
          />
        ))}
      </ul>
      {asked === 'discard' ? (
        <Question
          title={`Discard ${countText(picked)}?`}
          text={`It is removed from this ${deviceWord()} and cannot be restored.`}
          yes="Discard"
          onNo={close}
          onYes={discard}
        />
      ) : null}
      {asked === 'use' ? (
        <TargetDialog
          chosen={takenOf(picked)}
          count={countText(picked)}
          worded={picked.some(({ share }) => share.text !== '')}
          onClose={close}
        />
      ) : null}
      {viewed >= 0 ? <BillViewer sources={[...sources.values()]} start={viewed} onClose={layer.close} /> : null}
    </>
  );
}
