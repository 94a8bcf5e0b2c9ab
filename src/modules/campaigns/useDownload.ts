import { useState } from 'react';
import { signedReportUrl } from '#contract/calls/campaigns.ts';
import { baseUrls } from '#data/config.ts';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';

const NO_FILE = 'There is no report file.';

export interface Download {
  busy: boolean;
  /**
   * Why the last try fetched nothing; no toast says it, so the screen does beside the
   * button.
   */
  problem: string | null;
  /**
   * Opens nothing where there is no file, or no address for it; a failure is logged.
   */
  download: (fileUrl: string | null) => Promise<void>;
}

/** Fetches a signed address for a report file and opens it (CAMP-10). */
export function useDownload(): Download {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const download = async (fileUrl: string | null): Promise<void> => {
    if (busy) return;
    setProblem(fileUrl ? null : NO_FILE);
    if (!fileUrl) return;
    setBusy(true);
    try {
      const { data: address } = await call(signedReportUrl, { query: { s3url: fileUrl } });
      if (address === '') setProblem(NO_FILE);
      else open(address.startsWith('/') ? baseUrls().expense + address : address);
    } catch (error) {
      console.error(error);
      setProblem(`The report file could not be fetched. ${messageOf(error)}`);
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, download };
}

/** A file to be saved: the page itself stays where it is. */
function open(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.rel = 'noopener';
  link.click();
}
