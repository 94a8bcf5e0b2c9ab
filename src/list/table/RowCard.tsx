import type { ReactElement } from 'react';
import { useInlineDecision, type InlineDecision } from '../decision/useInlineDecision.ts';
import type { DecisionDef } from '../decision/definition.ts';
import type { Entry } from '#outbox/entry.ts';
import { Notice } from '#ui/Notice.tsx';
import type { ListDef, CurrentUser } from '../definition.ts';
import type { Item } from '../items.ts';
import cards from '../Cards.module.css';
import { EntryActions } from '../EntryActions.tsx';
import { DecideButtons, FieldInput } from './decisionCells.tsx';
import fields from './Fields.module.css';
import { offersOf, whyNotRevived } from './offers.ts';

export interface RowCardProps<Row> {
  def: ListDef<Row>;
  item: Item<Row>;
  viewer: CurrentUser;
  readOnly: boolean;
  /** Undefined: nothing is selected on this list. */
  selected: boolean | undefined;
  selectable: boolean;
  onSelect: ((id: string, on: boolean) => void) | undefined;
  /** Whether cards have just moved up. */
  justMoved: () => boolean;
  onOpen: (item: Item<Row>) => void;
  onDecided: (entry: Entry) => void;
  onEditEntry: (entry: Entry) => void;
}

/** A row of a table as a card, with the row's own fields and buttons. */
export function RowCard<Row>(props: RowCardProps<Row>): ReactElement {
  return props.def.decision ? (
    <DecidedCard {...props} decided={props.def.decision} />
  ) : (
    <Card {...props} decision={null} />
  );
}

function DecidedCard<Row>({ decided, ...props }: RowCardProps<Row> & { decided: DecisionDef<Row> }): ReactElement {
  return (
    <Card
      {...props}
      decision={useInlineDecision({
        kind: props.def.kind,
        def: decided,
        row: props.item.row,
        email: props.viewer.email,
        onDecided: props.onDecided,
      })}
    />
  );
}

function Card<Row>({
  def,
  item,
  viewer,
  readOnly,
  selected,
  selectable,
  onSelect,
  justMoved,
  onOpen,
  onEditEntry,
  decision,
}: RowCardProps<Row> & { decision: InlineDecision | null }): ReactElement {
  const { row, entry, refusal } = item;
  const id = def.kind.idOf(row);
  const offers = offersOf(item, def.decision, viewer, readOnly);
  const last = def.columns?.find(({ decides }) => decides);
  const buttons =
    decision && !entry ? (
      <DecideButtons
        id={id}
        offers={offers}
        decision={decision}
        reachable
        settled={last?.cell(row, viewer)}
        why={offers === 'revive' ? whyNotRevived(row, def.decision) : undefined}
        onDecide={(approve) => void (justMoved() || decision.decide(approve))}
      />
    ) : null;
  const controls =
    decision && offers === 'decide' ? (
      <div className={fields.card} data-decides="">
        {(def.decision?.fields ?? []).map((field) => (
          <div key={field.name}>
            <FieldInput field={field} row={row} id={id} decision={decision} reachable named />
          </div>
        ))}
        {buttons}
      </div>
    ) : (
      <div className={fields.line} data-decides="">
        {buttons}
      </div>
    );
  return (
    <li
      className={cards.card}
      aria-label={id}
      data-version={def.kind.versionOf(row)}
      data-waiting={entry ? '' : undefined}
      data-selected={selected ? '' : undefined}
      data-selectable={selected === undefined ? undefined : ''}
    >
      <button type="button" className={cards.open} aria-haspopup="dialog" onClick={() => onOpen(item)}>
        <span className="k-spoken">{def.nameOf(row, viewer.timeZone)}</span>
      </button>
      {selected === undefined ? null : (
        <label className={cards.select}>
          <input
            type="checkbox"
            aria-label={`Select ${id}`}
            checked={selected}
            disabled={!selectable}
            onChange={(event) => onSelect?.(id, event.currentTarget.checked)}
          />
        </label>
      )}
      <div className={cards.inside}>
        <def.Card row={row} timeZone={viewer.timeZone} waiting={false} actions={controls} />
        {refusal !== undefined ? (
          <Notice tone="bad" icon="warning">
            {refusal}
          </Notice>
        ) : null}
        {entry ? (
          <EntryActions
            entry={entry}
            noun={def.kind.noun}
            decision
            readOnly={readOnly}
            onEdit={onEditEntry}
            Conflict={def.Conflict}
          />
        ) : null}
      </div>
    </li>
  );
}
