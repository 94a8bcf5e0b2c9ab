import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ComponentType, type ReactElement } from 'react';
import { readGst } from '#contract/calls/gst.ts';
import { readOptions } from '#data/query.ts';
import type { GstCodeProps } from './GstCode.tsx';
import { looksOf } from './readings.ts';

/**
 * The codes of GST e-invoices on a form's bills (GST-7), where the organisation has keys to verify them with. Their
 * engine is kept where it was used: without it and without a network nothing is said, and the next bill asks again.
 */
export function GstCodes(props: Omit<GstCodeProps, 'facts'>): ReactElement | null {
  const count = props.bills.filter(({ bytes }) => bytes).length;
  const { data, isLoading } = useQuery({ ...readOptions(readGst), enabled: count > 0 });
  const facts = data?.data;
  const wanted = count > 0 && facts !== undefined && facts.keys.length > 0;
  const looks = looksOf(props.bills);
  const [isMissing, setMissing] = useState(false);
  const tell = useEffectEvent(props.onLooked);
  const isIdle = !isLoading && (!wanted || isMissing);
  useEffect(() => {
    if (isIdle) tell(looks);
  }, [isIdle, looks]);
  const [Part, setPart] = useState<ComponentType<GstCodeProps>>();
  useEffect(() => {
    if (!wanted) return;
    void import('./GstCode.tsx').then(
      ({ GstCode }) => {
        setPart(() => GstCode);
        setMissing(false);
      },
      () => setMissing(true),
    );
  }, [wanted, count]);
  return Part && wanted ? <Part {...props} facts={facts} /> : null;
}
