import { useId, useState, type ReactElement, type Ref } from 'react';
import { MAX_BILLS } from '#contract/limits.ts';
import { Icon } from '#ui/Icon.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import '#ui/tokens.css';
import { readBill, TOO_MANY, type FormBill } from './bill.ts';
import styles from './Bills.module.css';
import { BillSources } from './BillSources.tsx';
import { BillTile } from './BillTile.tsx';
import { seenCodeOf } from './seenCode.ts';
import { ofFormBill } from './source.ts';
import { useFitting } from './useFitting.ts';

const LazyBillViewer = lazyPart(() => import('./BillViewer.tsx').then((module) => module.BillViewer));

export interface BillsFieldProps {
  label?: string;
  bills: readonly FormBill[];
  /** Runs a step on the newest value, at once: files arrive while others are still being read. */
  onChange: (step: (bills: readonly FormBill[]) => readonly FormBill[]) => void;
  error?: string | undefined;
  disabled?: boolean;
  /**
   * Keeps the form on the device at once: before a camera or a picker opens, which may end the page on a phone short of
   * memory (DR-1), and when a photo was read, before it is made to fit.
   */
  onBeforePick?: () => void;
  focusRef?: Ref<HTMLButtonElement>;
}

/** Names a bill of a form in the address. */
const nameOf = (localId: string): string => `form~${localId}`;

/**
 * Bills of a claim: camera, gallery, files, several at once, dropped or pasted; each with its picture and state
 * (DOC-11). What is saved is uploaded by the outbox, which tries again.
 */
export function BillsField({
  label = 'Bills',
  bills,
  onChange,
  error,
  disabled = false,
  onBeforePick,
  focusRef,
}: BillsFieldProps): ReactElement {
  const id = useId();
  const [note, setNote] = useState('');
  const layer = useAddressLayer('view');

  /** What was read off it meanwhile stays with it: it is the same paper. */
  const replace = (localId: string, next: FormBill | null): void =>
    onChange((before) =>
      before.flatMap((bill) => {
        if (bill.localId !== localId) return [bill];
        return next ? [{ ...next, ...(bill.reading && { reading: bill.reading }) }] : [];
      }),
    );

  const add = async (chosen: readonly File[]): Promise<void> => {
    if (disabled || chosen.length === 0) return;
    let places = chosen.map((file) => ({ file, localId: crypto.randomUUID() }));
    onChange((before) => {
      places = places.slice(0, Math.max(0, MAX_BILLS - before.length));
      return [
        ...before,
        ...places.map(({ file, localId }) => ({
          localId,
          name: file.name || 'Photo',
          type: file.type,
          size: file.size,
          hash: '',
          busy: true,
        })),
      ];
    });
    setNote(places.length < chosen.length ? TOO_MANY : '');
    for (const { file, localId } of places) {
      const code = seenCodeOf(file);
      const bill = { ...(await readBill(file, localId)), ...(code !== undefined && { reading: { code } }) };
      let twin = false;
      onChange((before) => {
        twin = bill.hash !== '' && before.some((other) => other.localId !== localId && other.hash === bill.hash);
        return before.flatMap((other) => (other.localId !== localId ? [other] : twin ? [] : [bill]));
      });
      if (twin) setNote(`“${bill.name}” is attached already.`);
      else onBeforePick?.();
    }
  };
  const shrinkBill = async (bill: FormBill): Promise<void> => {
    replace(bill.localId, { ...bill, busy: true });
    try {
      const { fitBill } = await import('./fit.ts');
      replace(bill.localId, await fitBill(bill));
    } catch {
      replace(bill.localId, {
        ...bill,
        shrinkable: false,
        refused: 'This photo could not be made smaller. Please take it again from a little further away.',
      });
    }
  };

  useFitting(bills, disabled, (bill, fitted) => {
    const twin = bills.some((other) => other.localId !== bill.localId && other.hash === fitted.hash);
    if (twin) setNote(`“${bill.name}” is attached already.`);
    replace(bill.localId, twin ? null : fitted);
  });

  const sources = bills.flatMap((bill) => ofFormBill(bill) ?? []);
  const viewed = layer.value === null ? -1 : sources.findIndex((source) => nameOf(source.id) === layer.value);

  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {bills.length > 0 ? (
        <ul className={styles.tiles} aria-label={`${label} attached`}>
          {bills.map((bill, index) => (
            <BillTile
              key={bill.localId}
              bill={bill}
              number={index + 1}
              disabled={disabled}
              onView={() => layer.open(nameOf(bill.localId))}
              onRemove={() => replace(bill.localId, null)}
              onShrink={() => void shrinkBill(bill)}
              onUseOriginal={({ name, type, size, hash, bytes }) =>
                replace(bill.localId, { localId: bill.localId, name, type, size, hash, bytes })
              }
            />
          ))}
        </ul>
      ) : null}
      {disabled ? null : (
        <BillSources
          id={id}
          wrong={error !== undefined}
          focusRef={focusRef}
          {...(onBeforePick && { onBeforePick })}
          onFiles={(chosen) => void add(chosen)}
        />
      )}
      {error ? (
        <p className={styles.error}>
          <Icon name="warning" size={18} />
          {error}
        </p>
      ) : null}
      <p className={styles.note} role="status">
        {note}
      </p>
      {viewed >= 0 ? <LazyBillViewer sources={sources} start={viewed} onClose={layer.close} /> : null}
    </div>
  );
}
