/** What is saved on the device and not sent yet. */

export { OutboxItem } from './OutboxItem.tsx';
