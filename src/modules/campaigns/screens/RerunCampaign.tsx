import type { ReactElement } from 'react';
import { ChangeCampaign } from '../ChangeCampaign.tsx';

export const RerunCampaign = (): ReactElement => <ChangeCampaign mode="rerun" />;
