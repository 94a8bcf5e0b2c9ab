import type { ReactElement } from 'react';
import { CampaignForm } from '../CampaignForm.tsx';

export const CreateCampaign = (): ReactElement => <CampaignForm mode="create" />;
