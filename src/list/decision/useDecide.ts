import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { submit } from '#data/submit.ts';
import type { Entry } from '#outbox/entry.ts';
import { toast } from '#ui/toast.ts';
import { decisionCommand, type Decided } from './command.ts';
import type { DecisionDef } from './definition.ts';
import { isDoubleTap } from './doubleTap.ts';
import { bodyOf, forgetTyped, textsOf, typedFor, type DecisionTexts } from './fields.ts';

export interface Deciding<Row> {
  kind: Decided<Row>;
  def: DecisionDef<Row>;
  row: Row;
  email: string;
  /** It can be decided. */
  open: boolean;
  /** When it came up by itself after a decision on another, by `performance.now()`; 0 when somebody opened it. */
  arrivedAt: number;
  /** The decision can be taken back for a moment, and is not sent before that is over (OB-14). */
  held?: boolean;
  /** The decision is safely on the device. */
  onDecided: (entry: Entry, approve: boolean) => void;
}

/** A decision on one record: what is filled in, how it is judged, what is asked before, and how it is stored. */
export function useDecide<Row>({ kind, def, row, email, open, arrivedAt, held = false, onDecided }: Deciding<Row>) {
  const id = kind.idOf(row);
  const start = textsOf(def.fields, row, open);
  const form = useForm<DecisionTexts>({
    defaultValues: { ...start, ...(open && typedFor(def.fields, email, id)) },
  });
  /** The version that the fields are about, what they started with, and when it came up in place of another. */
  const shown = useRef({ version: kind.versionOf(row), start, since: 0 });
  const version = kind.versionOf(row);
  const [busy, setBusy] = useState<'approve' | 'reject' | null>(null);
  const [failure, setFailure] = useState<string>();
  const [asking, setAsking] = useState<{ title: string; text: string; yes: string; approve: boolean } | null>(null);
  const follow = useEffectEvent(() => {
    const before = shown.current;
    if (version === before.version) return;
    const typed = Object.entries(form.getValues()).filter(([name, text]) => text !== before.start[name]);
    shown.current = { version, start, since: performance.now() };
    form.reset(start);
    if (open) for (const [name, text] of typed) form.setValue(name, text);
    // What it asks may not be so any more.
    setAsking(null);
  });
  // Before it is seen: what is not typed is what the card says.
  useLayoutEffect(() => follow(), [version]);

  /** False: something has to be filled in first. */
  const decide = async (approve: boolean, asked = false): Promise<boolean> => {
    if (busy || isDoubleTap(Math.max(arrivedAt, shown.current.since))) return true;
    form.clearErrors();
    setFailure(undefined);
    const body = bodyOf(def.fields, form.getValues());
    const parsed = def.parse(approve, body, row);
    if (!parsed.ok) {
      const wrong = def.fields.filter(({ name }) => parsed.errors[name] !== undefined);
      wrong.forEach(({ name }, index) =>
        form.setError(name, { message: parsed.errors[name] ?? '' }, { shouldFocus: index === 0 }),
      );
      toast.hint(parsed.message);
      return false;
    }
    const question = def.asks?.(approve, row) ?? null;
    if (question && !asked) {
      setAsking({ ...question, approve });
      return true;
    }
    setBusy(approve ? 'approve' : 'reject');
    try {
      const entry = await submit({ ...decisionCommand(kind, def, row, approve, body, email), held });
      forgetTyped(email, id);
      onDecided(entry, approve);
    } catch (error) {
      setFailure(`The decision is not saved. ${error instanceof Error ? error.message : ''}`.trim());
    } finally {
      setBusy(null);
    }
    return true;
  };

  /** The person's answer to what was asked. */
  const answer = (yes: boolean): void => {
    setAsking(null);
    if (yes && asking) void decide(asking.approve, true);
  };
  return { form, busy, failure, asking, answer, decide };
}
