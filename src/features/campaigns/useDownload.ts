import { useState } from 'react';
import { signedReportUrl } from '#contract/calls/campaigns.ts';
import { baseUrls } from '#data/config.ts';
import { call } from '#data/http.ts';

export interface Download {
  busy: boolean;
  /** Without a file, or without an address for it, nothing happens; a failure is only logged (campaign-and-platform.md 7.1, 8). */
  download: (fileUrl: string | null) => Promise<void>;
}

/** Fetches a signed address for a report file and opens it (CAMP-10). */
export function useDownload(): Download {
  const [busy, setBusy] = useState(false);
  const download = async (fileUrl: string | null): Promise<void> => {
    if (!fileUrl || busy) return;
    setBusy(true);
    try {
      const { data: address } = await call(signedReportUrl, { query: { s3url: fileUrl } });
      if (address !== '') open(address.startsWith('/') ? baseUrls().expense + address : address);
    } catch (error) {
      console.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, download };
}

/** A file to be saved: the page itself stays where it is. */
function open(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.rel = 'noopener';
  link.click();
}
