import type { ComponentType, ReactNode } from 'react';
import type { EndpointName } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Summary } from '#contract/paging.ts';
import type { FilterKey, Filters, SortKey } from '#contract/query.ts';
import type { DecisionDef } from './decision/definition.ts';
import type { Verdict } from '#domain/verdict.ts';
import type { BillSource } from '#files/source.ts';
import type { FilterUse } from '#filters/catalogue.ts';
import type { FilterTexts } from '#filters/value.ts';
import type { Entry } from '#outbox/entry.ts';
import type { LazyPart } from '#ui/lazyPart.tsx';
import type { Outbox } from '#outbox/outbox.ts';
import type { ListSearch } from './search.ts';
import type { Conflict } from './entryState.ts';

/** The signed-in user who looks at a list. */
export interface CurrentUser {
  email: string;
  name: string;
  employeeCode: string;
  timeZone: string;
}

/** One kind of record, on every list that shows it. */
export interface RecordDefinition<Row> {
  /** Its name in the outbox (`record.kind`). */
  name: string;
  /** Where it covers several kinds: their names in the outbox. */
  names?: readonly string[];
  /** What people call one: 'Discard this claim?' */
  noun: string;
  idOf: (row: Row) => string;
  versionOf: (row: Row) => number;
  faceOf: (row: Row) => { title: string; amount?: number; day?: string };
  bills: (row: Row) => BillSource[];
  /** Calls of the outbox that make a record, and those that change one. */
  creates: readonly EndpointName[];
  edits: readonly EndpointName[];
  /** How a record that is still in the outbox looks as a row. */
  queuedRow: (entry: Entry, viewer: CurrentUser) => Row;
  /** How a row looks with a change of it that is still in the outbox. */
  editedRow: (row: Row, entry: Entry) => Row;
  /** The record in the server's answer to a create, a change or a decision. */
  answeredRow: (answer: unknown) => Row | null;
}

export interface CardProps<Row> {
  row: Row;
  timeZone: string;
  /** No real id yet: nothing to copy. */
  waiting: boolean;
  /** Buttons of the list, to stand beside those of the card. */
  actions: ReactNode;
}

export interface OpenDialogProps<Row> {
  row: Row;
  /** A waiting change of this record, which is then what is being edited. */
  entry?: Entry | undefined;
  readOnly: boolean;
  /** Through what can be opened on this page. */
  walk?: Walk;
  /** When it came up by itself after a decision on another, by `performance.now()`; 0 when somebody opened it. */
  arrivedAt?: number;
  onClose: () => void;
  /** A decision on it is safely on the device; `goOn`: its maker wants the next of the queue at once. */
  onDecided?: (entry: Entry, goOn: boolean) => void;
}

export interface CreateDialogProps {
  /** A waiting entry to change instead of a new record. */
  entry?: Entry | undefined;
  onClose: () => void;
}

/** A record's place in a queue, and how to walk it without closing the dialog. */
export interface Walk {
  at: number;
  of: number;
  previous: (() => void) | null;
  next: (() => void) | null;
}

export interface ActionDialogProps<Row> extends OpenDialogProps<Row> {
  /** The waiting entry that makes this record, while the server does not know it. */
  from?: string | undefined;
  /** Through the records of this page on which the same may be done. */
  walk?: Walk;
}

/** Something more that can be done with a record, in a dialog of its own that the address names. */
export interface RowAction<Row> {
  /** Its name in the address. */
  name: string;
  label: string;
  /** Whether its button is on the card; the dialog says what may then be done. */
  offered: (row: Row, viewer: CurrentUser) => boolean;
  /** Whether its button can be pressed; one that cannot is shown too and says why. */
  can?: (row: Row, viewer: CurrentUser) => Verdict;
  /** Only for a record that the server knows. */
  sentOnly?: boolean;
  Dialog: LazyPart<ActionDialogProps<Row>>;
  /** Calls of the outbox that it makes: what waits of them is changed in this dialog. */
  makes?: readonly EndpointName[];
}

/**
 * Opens a dialog over the list, in its address: a new record (`about`: what it is for), a record, a waiting entry, or
 * an action on one of them.
 */
export type OpenDialog = (key: 'new' | 'open' | 'edit', value: string, action?: string, about?: string) => void;

export interface UnfoldedProps<Row> {
  row: Row;
  viewer: CurrentUser;
  readOnly: boolean;
  openDialog: OpenDialog;
}

export interface InnerDialogsProps<Row> {
  search: ListSearch;
  rows: readonly Row[];
  /** Of the inner kind. */
  entries: readonly Entry[];
  readOnly: boolean;
  /** The rows are still on their way. */
  loading: boolean;
  onClose: () => void;
}

/**
 * Cards that unfold in place, several at once, instead of opening in a dialog. Its contents are of a kind of their own,
 * with their own dialogs.
 */
interface Unfolding<Row> {
  /** The inner kind's name in the outbox. */
  kind: string;
  Body: LazyPart<UnfoldedProps<Row>>;
  Dialogs: LazyPart<InnerDialogsProps<Row>>;
}

/** Content above the cards of one list. */
export interface ToolsProps {
  texts: FilterTexts;
  /** The same as the list sends them, with its sort. */
  filters: Filters;
  sort: SortKey | undefined;
  onApply: (texts: FilterTexts) => void;
}

/** A column of a table, in the table's order. */
export interface TableColumn<Row> {
  /** Names it in what is remembered of the person's choice. */
  id: string;
  header: string;
  /** Pixels. */
  width: number;
  /** Amounts and numbers line up at their end. */
  align?: 'end';
  /**
   * Stays in sight while the others move; the first columns at the start, the last ones at the end. It cannot be
   * hidden.
   */
  pin?: 'start' | 'end';
  /** What it says of a record; unused where it holds something else. */
  cell: (row: Row, at: { timeZone: string }) => ReactNode;
  /** It is the record's name: opens it, and copies it with these words. */
  opens?: { name: string; copied: string };
  /** The record's bills, an eye for each. */
  bills?: true;
  /** While the record can be decided, the field of the decision that is filled in here, by its name. */
  field?: string;
  /** The decision is taken here. */
  decides?: true;
  /** Its text says all that the cell says; kept to two lines. */
  long?: true;
}

/** What the summary of a list is called, figure by figure. */
export type SummaryLabels = Readonly<Record<keyof Summary, string>>;

interface SortChoice {
  key: SortKey;
  label: string;
}

/** A change that met another version of its record. */
export interface ConflictProps {
  entry: Entry;
  conflict: Conflict;
  onClose: () => void;
  onAct: (run: (box: Outbox) => Promise<unknown>) => void;
}

/** What every list has. */
interface AnyList<Row> {
  kind: RecordDefinition<Row>;
  endpoint: Endpoint;
  /** The hidden filter that says whose list it is. */
  owner?: Extract<FilterKey, 'USER_EMAIL' | 'MANAGER_EMAIL'>;
  /** Hidden filters that the list always has. */
  always?: Filters;
  filters: readonly FilterUse[];
  sorts?: readonly SortChoice[];
  matches: (filters: Filters, row: Row, context: { timeZone: string }) => boolean;
  /** In a table too, where the window has no room for one. */
  Card: ComponentType<CardProps<Row>>;
  /** What a screen reader says of a card; starts with its id. */
  nameOf: (row: Row, timeZone: string) => string;
  emptyHint: string;
  Tools?: ComponentType<ToolsProps>;
}

interface CardMembers<Row> {
  create?: { button: string; Dialog: LazyPart<CreateDialogProps> };
  /** Opens a record; without it the decision's own dialog does. */
  Open?: LazyPart<OpenDialogProps<Row>>;
  /** Does this waiting change take the row off the list, where no one `decision` says so? */
  leaves?: (row: Row, entry: Entry) => boolean;
  /** Where each card's 'Details' leads: the record's own page. */
  detailOf: (row: Row) => string;
  /** A button on each card that opens it for a change, while the rule allows. */
  edit?: { label: string; can: (row: Row) => Verdict };
  /** Further buttons of each card. */
  actions?: readonly RowAction<Row>[];
  decision?: DecisionDef<Row>;
  /** Shows both versions when a change met another one. */
  Conflict?: LazyPart<ConflictProps>;
}

interface TableMembers<Row> {
  /** What a screen reader calls the table. */
  label: string;
  columns: readonly TableColumn<Row>[];
  /** Figures over everything that the filters select, above the table. */
  summary: SummaryLabels;
  /** Its fields are filled in and taken in the table. */
  decision: DecisionDef<Row>;
  Conflict?: LazyPart<ConflictProps>;
}

interface ExpandableMembers<Row> {
  unfold: Unfolding<Row>;
}

/** The rows of a page in a table of the list's own. */
export interface RowsTableProps<Row> {
  rows: readonly Row[];
  /** They are those of another page meanwhile. */
  busy: boolean;
}

interface LinkMembers<Row> {
  create?: CardMembers<Row>['create'];
  page: { of: (row: Row) => string; edit: (entry: Entry) => string };
  /** In place of the cards where the window has room for a table. */
  Table?: LazyPart<RowsTableProps<Row>>;
}

type MemberOfAny<Row> =
  | keyof CardMembers<Row>
  | keyof TableMembers<Row>
  | keyof ExpandableMembers<Row>
  | keyof LinkMembers<Row>;

/** A list with the members of one layout and none of another's: reading one tells which layout it is. */
type Layout<Row, Members> = AnyList<Row> &
  Members & { [Absent in Exclude<MemberOfAny<Row>, keyof Members>]?: undefined };

/** Cards, each of which opens in a dialog. */
export type CardList<Row> = Layout<Row, CardMembers<Row>>;
/** Where the window has room, rows of a table; else cards. */
type TableList<Row> = Layout<Row, TableMembers<Row>>;
/** Cards that unfold in place. */
type ExpandableList<Row> = Layout<Row, ExpandableMembers<Row>>;
/**
 * Each card leads to a page of its own, and one that waits to where it is changed. New ones that wait are shown,
 * whether or not they are created here.
 */
type LinkList<Row> = Layout<Row, LinkMembers<Row>>;

/** One list screen. */
export type ListDef<Row> = CardList<Row> | TableList<Row> | ExpandableList<Row> | LinkList<Row>;
