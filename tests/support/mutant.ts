import { type Drafts } from '#outbox/drafts.ts';
import type { OutboxEnv } from '#outbox/env.ts';
import { type Outbox } from '#outbox/outbox.ts';
import type { Shares } from '#outbox/shares.ts';
import type { OutboxParts } from '#outbox/parts.ts';
import type { completeSyncEvent, retryAndDrain, SyncRequests } from '#outbox/backgroundSync.ts';
import { type Step } from '#storage/migrations.ts';
import { type PersonStore } from '#storage/open.ts';

/** Wrong behaviour put in from outside, to see that the model finds it. */
export interface Mutant {
  parts?: Partial<OutboxParts>;
  env?(env: OutboxEnv, tab: { name: string; store: PersonStore }): OutboxEnv;
  store?(store: PersonStore): PersonStore;
  outbox?(outbox: Outbox, drafts: Drafts): Outbox;
  drafts?(drafts: Drafts, store: PersonStore): Drafts;
  shares?(shares: Shares, store: PersonStore): Shares;
  /** In place of what signing out does to the person's store. */
  signOut?(store: PersonStore): Promise<void>;
  steps?(version: number): readonly Step[];
  /** What the worker does in its event, and what pages ask for. */
  wake?: {
    send?(outbox: Outbox): ReturnType<typeof retryAndDrain>;
    end?: typeof completeSyncEvent;
    wishes?(wishes: SyncRequests): SyncRequests;
  };
}
