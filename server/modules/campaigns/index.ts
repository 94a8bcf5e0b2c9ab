/** Companies, contacts, filters, campaigns and their files. Other modules import this file and nothing behind it. */

export { snapshot } from './campaigns.ts';
export { countCampaign } from './count.ts';
export { factsOf } from './facts.ts';
export { companySheet, contactSheet, type Sheet } from './import/columns.ts';
export { importFile, type ImportInput, type Progress } from './import/importFile.ts';
export { CAMPAIGN_REPORT, campaignReport } from './report.ts';
export { failReport, makeReport, makeReports, removeOldReports, type ReportsInput } from './reportsJob.ts';
export { campaignCalls } from './routes.ts';
export { followContacts, storeCompanies, storeContacts } from './store.ts';
export { learn, readTerms } from './terms.ts';
