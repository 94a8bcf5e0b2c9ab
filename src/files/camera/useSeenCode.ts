import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type RefObject } from 'react';
import { readGst } from '#contract/calls/gst.ts';
import { readOptions } from '#data/query.ts';
import type { SeenCode } from '../gst/gstLive.ts';

/**
 * The signed code of a GST e-invoice that the camera has seen since it was opened, or `forget` was called (GST-11).
 * Looked for where the organisation has keys to verify it with: what looks for it is fetched then. Where that cannot be
 * had there is none: the photo is looked at later anyway.
 */
export function useSeenCode(
  video: RefObject<HTMLVideoElement | null>,
  live: boolean,
): { code: SeenCode | null; forget: () => void } {
  const [code, setCode] = useState<SeenCode | null>(null);
  const facts = useQuery({ ...readOptions(readGst), enabled: live }).data?.data;
  const looking = live && code === null && facts !== undefined && facts.keys.length > 0;
  useEffect(() => {
    if (!looking) return;
    const own = new AbortController();
    const watch = async (): Promise<void> => {
      const { watchForCode } = await import('../gst/gstLive.ts');
      const seen = await watchForCode(() => video.current, own.signal);
      if (!own.signal.aborted) setCode(seen);
    };
    watch().catch(() => undefined);
    return () => own.abort();
  }, [looking, video]);
  return { code, forget: () => setCode(null) };
}
