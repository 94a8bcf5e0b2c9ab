export { detailAddress, editAddress, ownAddress, queueAddress, reviewAddress } from './addresses.ts';
export { billDrafts } from './drafts.ts';
export {
  amountText,
  entryFormBills,
  formBills,
  judgedBills,
  newBills,
  sentBills,
  type BillValues,
  typed,
  withBillsRead,
} from './billValues.ts';
export { editedBills, sourcesOf } from './rowBills.ts';
export { CardId } from './CardId.tsx';
export { default as cardStyles } from './Card.module.css';
export { BarChart, claimsText } from './charts/BarChart.tsx';
export { default as chartStyles } from './charts/Chart.module.css';
export { ChartQuery } from './charts/SpendChart.tsx';
export { ChartTable, part } from './charts/BarChart.tsx';
export { SaveAction } from './SaveAction.tsx';
export { preloadOffer, ShareOffer } from './ShareOffer.tsx';
export { SpendChart } from './charts/SpendChart.tsx';
export { TeamSpendFrame } from './charts/WhenVisible.tsx';
export { WhenVisible } from './charts/WhenVisible.tsx';
export { claimContent } from './claimContent.ts';
export { ClaimForm, FormBills } from './ClaimForm.tsx';
export { ClaimOutcome, approvedTexts, PaidLine, RemarkLines, StatusTags } from './ClaimOutcome.tsx';
export { decisionWarnings, WarningTags } from './WarningTags.tsx';
export { Details, SeeAll } from './Details.tsx';
export { DraftNotice, KeptNotice } from './DraftNotice.tsx';
export { ADMIN_EDITS, OWN_EDITS, editedTrip, withBody } from './editedTrip.ts';
export { daysText, nameOfRecord } from './face.ts';
export { financeDecision } from './financeDecision.ts';
export { HistoryRows } from './HistoryRows.tsx';
export { joinShares, withShared, type ChosenShare, type JoinPlace } from './joinShares.ts';
export { KindIcon } from './KindIcon.tsx';
export { PolicyNote, typeParts, typeValue, withFurtherTypes } from './PolicyNote.tsx';
export { CONVEYANCE_TYPE, LOCAL_EXPENSE_TYPE, TRAVEL_EXPENSE_TYPE, choicesOf, isAbroad } from './labels.ts';
export { addressOfRecord, addressOfView, lastLocalView, type LocalView } from './localViews.ts';
export { LocalViewSwitch, localViewTools } from './LocalViewSwitch.tsx';
export { BULK_TOASTS, claimDecision, managerRemarks } from './managerDecision.ts';
export { plainDrafts, valuesFrom } from './drafts.ts';
export { bodyFields, queuedClaim } from './queuedClaim.ts';
export { QUEUE, inQueue } from './queues/queue.tsx';
export {
  PENDING_FILTERS,
  TEAM_LOCAL_FILTERS,
  TEAM_SORTS,
  TEAM_TRAVEL_FILTERS,
  TEAM_TRIP_FILTERS,
  CONVEYANCE_FILTERS,
  LOCAL_EXPENSE_FILTERS,
  TRAVEL_EXPENSE_FILTERS,
  TRAVEL_REQUEST_FILTERS,
} from './filters.ts';
export { QueueLinks } from './queues/queue.tsx';
export { ReadBills } from './ReadBills.tsx';
export { ReadFacts } from './ReadFacts.tsx';
export { RecordForm } from './RecordForm.tsx';
export { default as recordsStyles } from './Records.module.css';
export { SameWay } from './lazySameWay.ts';
export { ReviewCard } from './ReviewCard.tsx';
export { REVIEW, column } from './reviewColumns.tsx';
export { ReviewDetails } from './ReviewCard.tsx';
export { TeamCard } from './TeamCard.tsx';
export { TeamClaimCard } from './TeamCard.tsx';
export { draftKeyOf, placeOf, useRecordEditor } from './useRecordEditor.ts';
export { type Withdrawal, withdrawAction } from './withdraw.ts';
export { WithdrawDialog } from './WithdrawDialog.tsx';
