import { useEffect, useState } from 'react';
import { ApiError } from './errors.ts';
import { loadDocument, type DocumentSource } from './documents.ts';

export type { DocumentSource } from './documents.ts';

type DocumentStatus = 'loading' | 'ready' | 'offline' | 'failed';
export interface ShownDocument {
  /** A blob address, good while the component is there. */
  url: string | null;
  type: string | null;
  bytes: ArrayBuffer | null;
  status: DocumentStatus;
}

const LOADING: ShownDocument = { url: null, type: null, bytes: null, status: 'loading' };

/** The bytes of a bill as a blob address. Needs the token, so no plain address would do. */
export function useDocument(source: DocumentSource): ShownDocument {
  const key = typeof source === 'string' ? source : `${source.entryId} ${source.localId}`;
  const [shown, setShown] = useState<ShownDocument & { key: string }>({ ...LOADING, key });
  useEffect(() => {
    const gone = new AbortController();
    let url: string | null = null;
    const [entryId, localId] = key.split(' ');
    loadDocument(localId === undefined ? key : { entryId: entryId ?? '', localId }, gone.signal).then(
      ({ bytes, type }) => {
        if (gone.signal.aborted) return;
        url = URL.createObjectURL(new Blob([bytes], { type }));
        setShown({ key, url, type, bytes, status: 'ready' });
      },
      (error: unknown) => {
        if (!gone.signal.aborted)
          setShown({ ...LOADING, key, status: error instanceof ApiError && error.status === 0 ? 'offline' : 'failed' });
      },
    );
    return () => {
      gone.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [key]);
  return shown.key === key ? shown : LOADING;
}
