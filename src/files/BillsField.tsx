import { useEffect, useId, useRef, useState, type ReactElement, type Ref } from 'react';
import { MAX_BILLS } from '#contract/limits.ts';
import { Action } from '#ui/Action.tsx';
import { Icon } from '#ui/Icon.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import { usePhone } from '#ui/usePhone.ts';
import '#ui/tokens.css';
import { ACCEPT, readBill, TOO_MANY, type FormBill } from './bill.ts';
import styles from './Bills.module.css';
import { BillTile } from './BillTile.tsx';
import { ofFormBill } from './source.ts';

const LazyBillViewer = lazyPart(() => import('./BillViewer.tsx').then((module) => module.BillViewer));

export interface BillsFieldProps {
  label?: string;
  bills: readonly FormBill[];
  /** Runs a step on the newest value, at once: files arrive while others are still being read. */
  onChange: (step: (bills: readonly FormBill[]) => readonly FormBill[]) => void;
  error?: string | undefined;
  disabled?: boolean;
  /** Before a camera or a picker opens, which may end the page on a phone short of memory (DR-1). */
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
  const phone = usePhone();
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [note, setNote] = useState('');
  const layer = useAddressLayer('view');

  const replace = (localId: string, next: FormBill | null): void =>
    onChange((before) => before.flatMap((bill) => (bill.localId !== localId ? [bill] : next ? [next] : [])));

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
      const bill = await readBill(file, localId);
      let twin = false;
      onChange((before) => {
        twin = bill.hash !== '' && before.some((other) => other.localId !== localId && other.hash === bill.hash);
        return before.flatMap((other) => (other.localId !== localId ? [other] : twin ? [] : [bill]));
      });
      if (twin) setNote(`“${bill.name}” is attached already.`);
    }
  };
  const shrinkBill = async (bill: FormBill): Promise<void> => {
    replace(bill.localId, { ...bill, busy: true });
    try {
      const { shrink } = await import('./shrink.ts');
      replace(bill.localId, await shrink(bill));
    } catch {
      replace(bill.localId, {
        ...bill,
        shrinkable: false,
        refused: 'This photo could not be made smaller. Please take it again from a little further away.',
      });
    }
  };

  const paste = useRef(add);
  useEffect(() => {
    paste.current = add;
  });
  useEffect(() => {
    const pasted = (event: ClipboardEvent): void => {
      const list = [...(event.clipboardData?.files ?? [])];
      if (list.length === 0) return;
      event.preventDefault();
      void paste.current(list);
    };
    document.addEventListener('paste', pasted);
    return () => document.removeEventListener('paste', pasted);
  }, []);

  const open = (input: HTMLInputElement | null): void => {
    onBeforePick?.();
    input?.click();
  };
  const picker = (
    ref: Ref<HTMLInputElement>,
    more: { id?: string; capture?: 'environment'; accept: string; 'aria-label'?: string },
  ): ReactElement => (
    <input
      ref={ref}
      type="file"
      multiple={!more.capture}
      tabIndex={-1}
      className={styles.hidden}
      disabled={disabled}
      {...more}
      onClick={() => onBeforePick?.()}
      onChange={(event) => {
        const list = [...(event.currentTarget.files ?? [])];
        // Emptied, so that the same file can be chosen again after it was removed.
        event.currentTarget.value = '';
        void add(list);
      }}
    />
  );
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
            />
          ))}
        </ul>
      ) : null}
      {disabled ? null : (
        <div
          className={styles.zone}
          data-over={over ? '' : undefined}
          data-wrong={error ? '' : undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            void add([...event.dataTransfer.files]);
          }}
        >
          {picker(files, { id, accept: ACCEPT })}
          {phone ? (
            <>
              {picker(camera, { capture: 'environment', accept: 'image/*', 'aria-label': 'Photo from the camera' })}
              {picker(gallery, { accept: 'image/*', 'aria-label': 'Photos from the gallery' })}
              <Action ref={focusRef} small icon="camera" onClick={() => open(camera.current)}>
                Camera
              </Action>
              <Action small icon="photo" onClick={() => open(gallery.current)}>
                Gallery
              </Action>
              <Action small icon="file" onClick={() => open(files.current)}>
                Files
              </Action>
            </>
          ) : (
            <>
              <Action ref={focusRef} small icon="file" onClick={() => open(files.current)}>
                Choose files
              </Action>
              <p>or drop them here, or paste a picture. PDF or photo, each under 2 MB.</p>
            </>
          )}
        </div>
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
