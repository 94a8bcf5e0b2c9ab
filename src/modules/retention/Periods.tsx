import { useState, type FormEvent, type ReactElement } from 'react';
import { saveRetention } from '#contract/calls/retention.ts';
import type { Periods as PeriodsValue, Retention } from '#contract/retention.ts';
import { call } from '#data/http.ts';
import { useSession } from '#data/session.ts';
import { PERIOD_BOUNDS, periodProblem, type Period } from '#domain/retention.ts';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { Action } from '#ui/Action.tsx';
import { Box } from '#ui/Box.tsx';
import { momentText } from '#ui/moments.ts';
import { Failure } from '#ui/Notice.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Retention.module.css';
import { PERIOD_WORDS } from './words.ts';

const PERIODS = Object.keys(PERIOD_BOUNDS) as Period[];
/** Whole numbers alone. */
const read = (text: string): number => (/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : NaN);

/** How long each kind of data is kept (RET-1); other periods switch erasing off until it is looked at again. */
export function Periods({ state }: { state: Retention }): ReactElement {
  const { timeZone } = useSession();
  const { busy, refused, failure, errors, run } = useOnlineCall(saveRetention);
  const [typed, setTyped] = useState<Partial<Record<Period, string>>>({});
  const [wrong, setWrong] = useState<Partial<Record<Period, string>>>({});
  const textOf = (period: Period): string => typed[period] ?? String(state.periods[period]);
  const changed = PERIODS.some((period) => read(textOf(period)) !== state.periods[period]);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const periods = Object.fromEntries(PERIODS.map((period) => [period, read(textOf(period))])) as PeriodsValue;
    const problems = PERIODS.flatMap((period) => {
      const problem = periodProblem(period, periods[period]);
      return problem === null ? [] : [[period, problem] as const];
    });
    setWrong(Object.fromEntries(problems));
    if (busy || problems.length > 0 || !changed) return;
    const at = { body: { periods, enabled: false }, ifMatch: state.version };
    if (!(await run([state.version, periods], (key) => call(saveRetention, { ...at, key })))) return;
    setTyped({});
    toast.success(state.enabled ? 'Saved. Erasing is off until it is switched on again.' : 'Saved.');
  };
  return (
    <Box title="How long it is kept">
      <form className={styles.form} aria-label="How long it is kept" onSubmit={(event) => void save(event)}>
        {PERIODS.map((period) => (
          <TextInput
            key={period}
            label={PERIOD_WORDS[period].label}
            hint={PERIOD_WORDS[period].hint}
            value={textOf(period)}
            numeric
            maxLength={6}
            error={wrong[period] ?? errors[`periods.${period}`]}
            onChange={(text) => {
              setTyped({ ...typed, [period]: text });
              setWrong({ ...wrong, [period]: undefined });
            }}
          />
        ))}
        <div className={styles.actions}>
          <Action type="submit" busy={busy} refused={refused}>
            Save
          </Action>
        </div>
      </form>
      <Failure text={failure} />
      <p className={styles.soft}>
        {state.changedAt === null
          ? 'As they come: nobody has changed them.'
          : `Last changed ${momentText(state.changedAt, timeZone)} by ${state.changedBy ?? 'somebody'}.`}
      </p>
    </Box>
  );
}
