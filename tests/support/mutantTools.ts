import type { Entry } from '#outbox/entry.ts';

export const dropped = (entry: Entry, now: number): Entry => ({ ...entry, state: 'done', sentAt: now });
export const change = (init: RequestInit, edit: (headers: Headers) => void): RequestInit => {
  const headers = new Headers(init.headers);
  edit(headers);
  return { ...init, headers };
};
