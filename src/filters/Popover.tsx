import { useFocusTrap, useMergedRef } from '@mantine/hooks';
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import '#ui/tokens.css';
import styles from './Popover.module.css';

/** A small window under the button that opened it; a press outside or Escape closes it. Its parent is positioned. */
export function Popover({
  title,
  onClose,
  footer,
  children,
}: {
  title: string;
  onClose: () => void;
  footer: ReactNode;
  children: ReactNode;
}): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  const both = useMergedRef(useFocusTrap(), frame);
  useEffect(() => {
    // The parent holds the button too: a press on it closes by the button's own doing.
    const outside = (event: PointerEvent): void => {
      if (!frame.current?.parentElement?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [onClose]);
  return (
    <div
      ref={both}
      role="dialog"
      aria-label={title}
      className={styles.popover}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className={styles.body}>{children}</div>
      <div className={styles.footer}>{footer}</div>
    </div>
  );
}
