import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { campaignOptions } from '#contract/calls/campaigns.ts';
import type { FilterField, Option } from '#contract/campaign.ts';
import { DYNAMIC_FIELDS, STATIC_OPTIONS } from '#contract/campaignOptions.ts';
import { messageOf } from '#data/errors.ts';
import { readOptions } from '#data/query.ts';
import { toast } from '#ui/toast.ts';

const FRESH_MS = 5 * 60_000;

export interface Options {
  /** Undefined while they are being fetched, or when they could not be. */
  options: readonly Option[] | undefined;
  failure: { text: string; again: () => void } | undefined;
}

/** What a filter offers: kept with the app, or of the data and asked for (CAMP-17). `wanted` false asks for nothing. */
export function useOptions(field: FilterField, wanted = true): Options {
  const asked = (DYNAMIC_FIELDS as Partial<Record<FilterField, string>>)[field];
  const query = useQuery({
    ...readOptions(campaignOptions, { query: { key: 'all', field: asked ?? field } }),
    enabled: asked !== undefined && wanted,
    staleTime: FRESH_MS,
  });
  const message = query.data === undefined && query.isError ? messageOf(query.error) : undefined;
  useEffect(() => {
    if (message !== undefined) toast.error(message);
  }, [message]);
  if (asked === undefined)
    return {
      options: (STATIC_OPTIONS as Partial<Record<FilterField, readonly Option[]>>)[field] ?? [],
      failure: undefined,
    };
  return {
    options: query.data?.data,
    failure: message === undefined ? undefined : { text: message, again: () => void query.refetch() },
  };
}
