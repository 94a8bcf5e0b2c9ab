import { useState, type ReactElement } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { previewPolicy } from '#contract/calls/policy.ts';
import type { PolicyCounts, PolicyPreview } from '#contract/policy.ts';
import { call } from '#data/http.ts';
import { useSession } from '#data/session.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { formatCount } from '#domain/money.ts';
import type { PolicyInput } from '#domain/policyParsing.ts';
import type { ParseResult } from '#domain/verdict.ts';
import { Action } from '#ui/Action.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './ExpensePolicy.module.css';
import type { PolicyValues } from './values.ts';

const KINDS = [
  ['local', 'Local expenses'],
  ['travel', 'Travel claims'],
  ['conveyance', 'Conveyance'],
] as const;

const kindText = (word: string, { claims, refused, warned }: PolicyCounts): string =>
  `${word}: ${formatCount(refused)} refused, ${formatCount(warned)} warned of, of ${formatCount(claims)}`;

type Shown = { of: string } & ({ preview: PolicyPreview } | { failure: string });

/** What the policy on the form would have made of last quarter's claims, asked for by a button (POL-10). */
export function Preview({
  control,
  parse,
}: {
  control: Control<PolicyValues>;
  parse: (values: PolicyValues) => ParseResult<PolicyInput>;
}): ReactElement {
  const { timeZone } = useSession();
  const parsed = parse(useWatch({ control }) as PolicyValues);
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const asked = parsed.ok ? JSON.stringify(parsed.value.policy) : null;
  const ask = async (): Promise<void> => {
    if (!parsed.ok || asked === null) return;
    setBusy(true);
    try {
      const { data } = await call(previewPolicy, { body: { policy: parsed.value.policy } });
      setShown({ of: asked, preview: data });
    } catch (error) {
      setShown({ of: asked, failure: error instanceof Error ? error.message : '' });
    } finally {
      setBusy(false);
    }
  };
  const now = shown?.of === asked ? shown : null;
  return (
    <>
      <Action busy={busy} refused={parsed.ok ? undefined : 'The form is not complete yet'} onClick={() => void ask()}>
        Preview
      </Action>
      {now && 'failure' in now ? (
        <Notice tone="bad" icon="warning" role="alert">{`The preview could not be made. ${now.failure}`}</Notice>
      ) : null}
      {now && 'preview' in now ? <Counts preview={now.preview} timeZone={timeZone} /> : null}
    </>
  );
}

function Counts({ preview, timeZone }: { preview: PolicyPreview; timeZone: string }): ReactElement {
  const sum = (of: (counts: PolicyCounts) => number): number =>
    KINDS.reduce((total, [kind]) => total + of(preview[kind]), 0);
  const day = (ms: number): string => formatDay(dayOf(ms, timeZone));
  return (
    <div role="status">
      <Notice tone="info">
        {`Of the ${formatCount(sum(({ claims }) => claims))} claims from ${day(preview.from)} to ${day(preview.to)} ` +
          `this would have refused ${formatCount(sum(({ refused }) => refused))} and warned of ` +
          `${formatCount(sum(({ warned }) => warned))}.`}
      </Notice>
      <ul className={styles.counts}>
        {KINDS.map(([kind, word]) => (
          <li key={kind}>{kindText(word, preview[kind])}</li>
        ))}
      </ul>
    </div>
  );
}
