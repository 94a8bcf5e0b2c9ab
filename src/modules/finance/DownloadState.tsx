import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ListQuery } from '#contract/query.ts';
import type { ReportFormat } from '#contract/report.ts';
import { ApiError, messageOf } from '#data/errors.ts';
import { saveFile } from '#data/saveFile.ts';
import { toast } from '#ui/toast.ts';
import { IconAction } from '#ui/Action.tsx';
import styles from './Download.module.css';

/** How often the displayed number of bytes is updated. */
const SHOW_EVERY_MS = 200;

/** What is said when a download failed (REP-3): the server refused it, or it never came. */
const failureText = (error: unknown): string =>
  error instanceof ApiError && error.status !== 0
    ? `Network Response was not 200. ${error.message}`
    : `Error Downloading file: ${messageOf(error)}`;

export interface Download {
  /** Bytes that have come; null while nothing is on its way. */
  bytes: number | null;
  /** The name of the call that is on its way. */
  running: string | null;
  start: (endpoint: Endpoint, list: Partial<ListQuery>, format: ReportFormat) => Promise<void>;
  stop: () => void;
}

/** One download at a time, with what has come of it; leaving the screen ends it. */
export function useDownload(): Download {
  const [bytes, setBytes] = useState<number | null>(null);
  const [running, setRunning] = useState<string | null>(null);
  const own = useRef<AbortController | null>(null);
  const stop = useCallback(() => own.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const start = useCallback(
    async (endpoint: Endpoint, list: Partial<ListQuery>, format: ReportFormat): Promise<void> => {
      if (own.current) return;
      const aborter = new AbortController();
      own.current = aborter;
      setRunning(endpoint.name);
      setBytes(0);
      let shown = 0;
      try {
        const name = await saveFile(endpoint, {
          list,
          query: { format },
          name: `finance-report.${format}`,
          signal: aborter.signal,
          onBytes: (come) => {
            if (performance.now() - shown < SHOW_EVERY_MS) return;
            shown = performance.now();
            setBytes(come);
          },
        });
        toast.success(`${name} is saved.`);
      } catch (error) {
        if (!aborter.signal.aborted) toast.error(failureText(error));
      } finally {
        own.current = null;
        setRunning(null);
        setBytes(null);
      }
    },
    [],
  );
  return { bytes, running, start, stop };
}

/** '340 kB', '1.2 MB'. */
const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/**
 * What has come of a download, and a way to end it. The size of the whole is not known: the server writes it while it
 * is read.
 */
export function DownloadState({ bytes, onStop }: { bytes: number | null; onStop: () => void }): ReactElement {
  return (
    <span className={bytes === null ? styles.idle : styles.state}>
      <span role="status" className="k-spoken">
        {bytes === null ? '' : 'Downloading'}
      </span>
      {bytes === null ? null : (
        <>
          <span aria-hidden="true">{bytes === 0 ? 'Starting' : sizeText(bytes)}</span>
          <IconAction icon="close" name="Stop the download" onClick={onStop} />
        </>
      )}
    </span>
  );
}
