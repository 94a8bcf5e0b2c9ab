import type { Page } from '@playwright/test';

/** A screen, as the person who sees most on it, and how to get to it. */
export interface Screen {
  name: string;
  as: string | null;
  path: string;
  open?: (page: Page) => Promise<void>;
}
