import type { ReactElement } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import styles from './Eyes.module.css';
import type { BillSource } from './source.ts';

const LazyBillViewer = lazyPart(() => import('./BillViewer.tsx').then((module) => module.BillViewer));

/**
 * A record's bills in a narrow place: an eye for each, numbered when there are more. It opens in the address, where
 * Back closes it.
 */
export function BillEyes({
  sources,
  of,
  reachable,
}: {
  sources: readonly BillSource[];
  of: string;
  reachable: boolean;
}): ReactElement | null {
  const layer = useAddressLayer('view');
  if (sources.length === 0) return null;
  const name = (index: number): string => `${of}~${index + 1}`;
  const viewed = layer.value === null ? -1 : sources.findIndex((_, index) => name(index) === layer.value);
  return (
    <>
      {sources.map((source, index) => (
        <button
          key={source.id}
          type="button"
          className={styles.eye}
          data-bill={index + 1}
          tabIndex={reachable ? 0 : -1}
          title={`${source.name}, of ${of}`}
          aria-label={`View bill ${index + 1}`}
          aria-haspopup="dialog"
          onClick={() => layer.open(name(index))}
        >
          <Icon name="eye" size={18} />
          {sources.length > 1 ? <span aria-hidden="true">{index + 1}</span> : null}
        </button>
      ))}
      {viewed >= 0 ? <LazyBillViewer sources={sources} start={viewed} onClose={layer.close} /> : null}
    </>
  );
}
