import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '#data/errors.ts';

/** A list that the server refuses to this person is no screen of theirs: it leads to the page that says so (ACC-16). */
export function useForbidden(error: unknown): boolean {
  const navigate = useNavigate();
  const forbidden = error instanceof ApiError && error.status === 403;
  useEffect(() => {
    if (forbidden) void navigate({ href: '/not-found', replace: true });
    // `navigate` is a new function on every render.
    // eslint-disable-next-line react/exhaustive-deps
  }, [forbidden]);
  return forbidden;
}
