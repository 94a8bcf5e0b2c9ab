/** Companies, contacts, filters, campaigns and their files. */

export { snapshot } from './campaigns.ts';
export { companySheet, contactSheet, type Sheet } from './import/columns.ts';
export { importFile, type ImportInput, type Progress } from './import/importFile.ts';
export { CAMPAIGN_REPORT, campaignReport } from './report.ts';
export { failReport, makeReport, makeReports, removeOldReports, type ReportsInput } from './reportsJob.ts';
export { countCampaign } from './repository/count.ts';
export { conditionInputOf } from './repository/conditions.ts';
export { analyzeCompanies } from './repository/imports.ts';
export { refreshMarket } from './repository/marketColumns.ts';
export { followContacts, storeCompanies, storeContacts } from './repository/store.ts';
export { learn, readTerms } from './repository/terms.ts';
export { campaignCalls } from './routes.ts';
