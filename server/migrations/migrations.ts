import type { Migrations } from '#server/platform/database/migrateInUse.ts';
import * as foundation from './0001_foundation.ts';
import * as limits from './0002_limits.ts';
import * as claimTotals from './0003_claim_totals.ts';
import * as trips from './0004_trips.ts';
import * as enquiries from './0006_enquiries.ts';
import * as claimAmounts from './0008_claim_amounts.ts';
import * as uploads from './0009_uploads.ts';
import * as usualAmounts from './0011_usual_amounts.ts';
import * as delegations from './0012_delegations.ts';
import * as notifications from './0013_notifications.ts';
import * as teamSpend from './0014_team_spend.ts';
import * as tally from './0017_tally.ts';
import * as signInCodes from './0019_sign_in_codes.ts';
import * as campaigns from './0020_campaigns.ts';
import * as financeLists from './0021_finance_lists.ts';
import * as campaignJobs from './0022_campaign_jobs.ts';
import * as reportFiles from './0023_report_files.ts';
import * as withdrawnClaims from './0024_withdrawn_claims.ts';
import * as contactsCounted from './0025_contacts_counted.ts';
import * as formerAddresses from './0026_former_addresses.ts';
import * as uploadsInParts from './0028_uploads_in_parts.ts';
import * as savedAt from './0029_saved_at.ts';
import * as shownFiles from './0030_shown_files.ts';
import * as attempts from './0031_attempts.ts';
import * as lives from './0033_lives.ts';
import * as signInRequests from './0034_sign_in_requests.ts';
import * as apiKeys from './0035_api_keys.ts';
import * as furtherTickets from './0036_further_tickets.ts';
import * as auditSeals from './0038_audit_seals.ts';
import * as keptFiles from './0040_kept_files.ts';
import * as auditOfStrangers from './0041_audit_of_strangers.ts';
import * as shortenedAnswers from './0042_shortened_answers.ts';
import * as identityProviders from './0045_identity_providers.ts';
import * as directory from './0046_directory.ts';
import * as organisation from './0047_organisation.ts';
import * as expensePolicy from './0048_expense_policy.ts';
import * as scim from './0049_scim.ts';
import * as auditLookup from './0050_audit_lookup.ts';
import * as setupAttempt from './0051_setup_attempt.ts';
import * as auditHeads from './0052_audit_heads.ts';
import * as secretAges from './0053_secret_ages.ts';
import * as mails from './0054_mails.ts';
import * as headMailsQueued from './0055_head_mails_queued.ts';
import * as auditErased from './0056_audit_erased.ts';
import * as signInLinks from './0057_sign_in_links.ts';
import * as webhooks from './0058_webhooks.ts';
import * as roleReviews from './0059_role_reviews.ts';
import * as askedWho from './0060_asked_who.ts';
import * as retention from './0061_retention.ts';
import * as timeZone from './0062_time_zone.ts';
import * as leaverLinks from './0063_leaver_links.ts';
import * as logo from './0064_logo.ts';
import * as contactHolds from './0065_contact_holds.ts';
import * as marketColumns from './0066_market_columns.ts';
import * as billPreviews from './0069_bill_previews.ts';
import * as gstKeys from './0070_gst_keys.ts';
import * as billReadings from './0071_bill_readings.ts';
import * as sellerBills from './0072_seller_bills.ts';
import * as fileRemovals from './0073_file_removals.ts';
import * as unknownCodes from './0074_unknown_codes.ts';
import * as papers from './0075_papers.ts';
import * as sameBills from './0076_same_bills.ts';
import * as ridesOfDay from './0077_rides_of_day.ts';
import * as indexOfPapers from './0078_index_of_papers.ts';
import * as shortWaitingLists from './0079_short_waiting_lists.ts';
import * as overallTotals from './0080_overall_totals.ts';

/** Every migration by name, in order. A list and no folder to read, so that the built server carries them. */
export const migrations: Migrations = {
  '0001_foundation': foundation,
  '0002_limits': limits,
  '0003_claim_totals': claimTotals,
  '0004_trips': trips,
  '0006_enquiries': enquiries,
  '0008_claim_amounts': claimAmounts,
  '0009_uploads': uploads,
  '0011_usual_amounts': usualAmounts,
  '0012_delegations': delegations,
  '0013_notifications': notifications,
  '0014_team_spend': teamSpend,
  '0017_tally': tally,
  '0019_sign_in_codes': signInCodes,
  '0020_campaigns': campaigns,
  '0021_finance_lists': financeLists,
  '0022_campaign_jobs': campaignJobs,
  '0023_report_files': reportFiles,
  '0024_withdrawn_claims': withdrawnClaims,
  '0025_contacts_counted': contactsCounted,
  '0026_former_addresses': formerAddresses,
  '0028_uploads_in_parts': uploadsInParts,
  '0029_saved_at': savedAt,
  '0030_shown_files': shownFiles,
  '0031_attempts': attempts,
  '0033_lives': lives,
  '0034_sign_in_requests': signInRequests,
  '0035_api_keys': apiKeys,
  '0036_further_tickets': furtherTickets,
  '0038_audit_seals': auditSeals,
  '0040_kept_files': keptFiles,
  '0041_audit_of_strangers': auditOfStrangers,
  '0042_shortened_answers': shortenedAnswers,
  '0045_identity_providers': identityProviders,
  '0046_directory': directory,
  '0047_organisation': organisation,
  '0048_expense_policy': expensePolicy,
  '0049_scim': scim,
  '0050_audit_lookup': auditLookup,
  '0051_setup_attempt': setupAttempt,
  '0052_audit_heads': auditHeads,
  '0053_secret_ages': secretAges,
  '0054_mails': mails,
  '0055_head_mails_queued': headMailsQueued,
  '0056_audit_erased': auditErased,
  '0057_sign_in_links': signInLinks,
  '0058_webhooks': webhooks,
  '0059_role_reviews': roleReviews,
  '0060_asked_who': askedWho,
  '0061_retention': retention,
  '0062_time_zone': timeZone,
  '0063_leaver_links': leaverLinks,
  '0064_logo': logo,
  '0065_contact_holds': contactHolds,
  '0066_market_columns': marketColumns,
  '0069_bill_previews': billPreviews,
  '0070_gst_keys': gstKeys,
  '0071_bill_readings': billReadings,
  '0072_seller_bills': sellerBills,
  '0073_file_removals': fileRemovals,
  '0074_unknown_codes': unknownCodes,
  '0075_papers': papers,
  '0076_same_bills': sameBills,
  '0077_rides_of_day': ridesOfDay,
  '0078_index_of_papers': indexOfPapers,
  '0079_short_waiting_lists': shortWaitingLists,
  '0080_overall_totals': overallTotals,
};
