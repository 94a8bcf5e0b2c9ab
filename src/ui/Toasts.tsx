import { useSyncExternalStore, type ReactElement } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './Icon.tsx';
import { IconAction } from './Action.tsx';
import { closeToast, currentToasts, subscribeToasts, type Toast } from './toast.ts';
import styles from './Toasts.module.css';

/**
 * What stands at the lower edge of a phone now. Asked of the page while there is something to say: as a `:has` of the
 * root, each node that comes or goes anywhere would have the whole page's styles computed again.
 */
function pinned(): string | undefined {
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return 'dialog';
  const all = [...document.querySelectorAll<HTMLElement>('[data-pinned]')].map((each) => each.dataset['pinned']);
  return all.find((each) => each === 'bar') ?? all[0];
}

function watchPage(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  const attributeFilter = ['data-pinned', 'role', 'aria-modal'];
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter });
  return () => observer.disconnect();
}
const watchNothing = () => () => undefined;
const nothing = () => undefined;

/**
 * Where toasts appear: top right on desktop, bottom left there beside a dialog, on phones above what is pinned to the
 * bottom; above every dialog, and over nothing that is pinned.
 */
export function Toasts(): ReactElement {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts);
  const above = useSyncExternalStore(
    toasts.length > 0 ? watchPage : watchNothing,
    toasts.length > 0 ? pinned : nothing,
  );
  const row = ({ id, tone, text }: Toast): ReactElement => (
    <div key={id} className={`${styles.toast} ${styles[tone]}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={tone === 'bad' ? 'warning' : 'check'} />
      <p>{text}</p>
      <IconAction icon="close" name="Close message" onClick={() => closeToast(id)} />
    </div>
  );
  return createPortal(
    <div className={styles.stack} data-above={above}>
      {toasts.filter(({ tone }) => tone === 'bad').map(row)}
      {/* A polite region must exist before its text, or the text is not announced; an alert is, on insertion. */}
      <div role="status" aria-atomic="false" className={styles.polite}>
        {toasts.filter(({ tone }) => tone === 'good').map(row)}
      </div>
    </div>,
    document.body,
  );
}
