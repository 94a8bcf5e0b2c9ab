export { RecordEnquiries } from './RecordEnquiries.tsx';
