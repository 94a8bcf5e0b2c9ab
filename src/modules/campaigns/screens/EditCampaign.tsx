import type { ReactElement } from 'react';
import { ChangeCampaign } from '../ChangeCampaign.tsx';

export const EditCampaign = (): ReactElement => <ChangeCampaign mode="edit" />;
