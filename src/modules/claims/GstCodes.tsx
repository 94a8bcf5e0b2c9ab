import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ComponentType, type ReactElement } from 'react';
import { readGst } from '#contract/calls/gst.ts';
import { readOptions } from '#data/query.ts';
import type { GstCodeProps } from './GstCode.tsx';

/**
 * The codes of GST e-invoices on a form's bills (GST-7), where the organisation has keys to verify them with. Their
 * engine is kept where it was used: without it and without a network nothing is said, and the next bill asks again.
 */
export function GstCodes(props: Omit<GstCodeProps, 'facts'>): ReactElement | null {
  const count = props.bills.filter(({ bytes }) => bytes).length;
  const facts = useQuery({ ...readOptions(readGst), enabled: count > 0 }).data?.data;
  const wanted = count > 0 && facts !== undefined && facts.keys.length > 0;
  const [Part, setPart] = useState<ComponentType<GstCodeProps>>();
  useEffect(() => {
    if (!wanted) return;
    void import('./GstCode.tsx').then(
      ({ GstCode }) => setPart(() => GstCode),
      () => undefined,
    );
  }, [wanted, count]);
  return Part && wanted ? <Part {...props} facts={facts} /> : null;
}
