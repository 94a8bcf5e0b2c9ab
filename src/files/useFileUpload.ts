import { useEffect, useRef, useState } from 'react';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { uploadFile, type UploadInput } from '#data/upload.ts';

/** A file on its way: how much of it has gone, 0 to 1; 1: the server is reading it. */
export interface Sending {
  name: string;
  part: number;
}

export interface FileUpload {
  sending: Sending | null;
  /**
   * Sends one file; null when it was stopped here. Throws ApiError as `uploadFile` does. One at a time: the caller asks
   * nobody to send another one meanwhile.
   */
  send<E extends Endpoint>(endpoint: E, file: File, input?: Pick<UploadInput, 'query'>): Promise<AnswerOf<E> | null>;
  stop(): void;
}

/** Sends files to the server one at a time, and stops when the screen goes. */
export function useFileUpload(): FileUpload {
  const running = useRef<AbortController | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    sending,
    stop: () => running.current?.abort(),
    send: async (endpoint, file, input = {}) => {
      const own = new AbortController();
      running.current = own;
      setSending({ name: file.name, part: 0 });
      try {
        return await uploadFile(endpoint, file, {
          ...input,
          signal: own.signal,
          onSent: (part) => setSending({ name: file.name, part }),
        });
      } catch (error) {
        if (own.signal.aborted) return null;
        throw error;
      } finally {
        running.current = null;
        setSending(null);
      }
    },
  };
}
