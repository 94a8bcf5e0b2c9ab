import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { submit } from '#data/submit.ts';
import type { Entry } from '#outbox/entry.ts';
import { toast } from '#ui/toast.ts';
import { decisionCommand, type Decided } from './command.ts';
import type { DecisionDef } from './definition.ts';
import { bodyOf, forgetTyped, keepTyped, typedOf, type DecisionTexts } from './fields.ts';
import { revive } from './revive.ts';

export interface InlineDecision {
  /** What is typed, by the names of the fields. */
  texts: DecisionTexts;
  set: (name: string, text: string) => void;
  /** What is wrong, by the names of the fields. */
  errors: Readonly<Record<string, string>>;
  busy: boolean;
  /** Stores the decision; resolves with the name of the first wrong field, or null when there is none. */
  decide: (approve: boolean) => Promise<string | null>;
  revive: () => Promise<void>;
}

const NONE: Readonly<Record<string, string>> = {};

export interface InlineDecisionProps<Row> {
  kind: Decided<Row>;
  def: DecisionDef<Row>;
  row: Row;
  email: string;
  /** The decision is checked, and on its way to the device. */
  onStoring?: (approve: boolean) => void;
  /** The decision is safely on the device. */
  onDecided: (entry: Entry) => void;
}

/**
 * A record decided in place, without a dialog: its fields are typed into and its buttons pressed in the list itself.
 */
export function useInlineDecision<Row>({
  kind,
  def,
  row,
  email,
  onStoring,
  onDecided,
}: InlineDecisionProps<Row>): InlineDecision {
  const id = kind.idOf(row);
  const client = useQueryClient();
  const [texts, setTexts] = useState(() => typedOf(email, id));
  const [errors, setErrors] = useState(NONE);
  const [busy, setBusy] = useState(false);
  /** Of a decision nothing is drawn: it is on the device, and its row gone, before that would be seen. */
  const deciding = useRef(false);
  return {
    texts,
    errors,
    busy,
    set: (name, text) => {
      const next = { ...texts, [name]: text };
      keepTyped(email, id, next);
      setTexts(next);
      if (errors[name] !== undefined) setErrors(NONE);
    },
    decide: async (approve) => {
      if (busy || deciding.current) return null;
      const body = bodyOf(def.fields, texts);
      const parsed = def.parse(approve, body, row);
      if (!parsed.ok) {
        setErrors(parsed.errors as Record<string, string>);
        toast.hint(parsed.message);
        return def.fields.find(({ name }) => parsed.errors[name] !== undefined)?.name ?? null;
      }
      deciding.current = true;
      onStoring?.(approve);
      setErrors(NONE);
      try {
        const entry = await submit(decisionCommand(kind, def, row, approve, body, email));
        forgetTyped(email, id);
        setTexts({});
        onDecided(entry);
      } catch (error) {
        toast.error(`The decision on ${id} is not saved. ${error instanceof Error ? error.message : ''}`.trim());
      } finally {
        deciding.current = false;
      }
      return null;
    },
    revive: async () => {
      if (busy) return;
      setBusy(true);
      await revive(client, def, row, email);
      setBusy(false);
    },
  };
}
