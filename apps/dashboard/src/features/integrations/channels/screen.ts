/** What a channel's tab shows beside what every tab has. */
import type { Settings } from '@parley/contracts/settings';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { IntegrationCardProps } from '../integration-card.tsx';
import type { IntegrationKind } from '../kinds.ts';

export interface FormProps {
  kind: IntegrationKind;
  settings: Settings;
}

export interface ChannelScreen {
  icon: LucideIcon;
  /** Where it is not the same in every language. */
  name?: () => string;
  /** One line under the name. */
  about: () => string;
  Form: ComponentType<FormProps>;
  /** Between the form and the deliveries. */
  Above?: ComponentType;
  /** Its card, where that shows more than its settings. */
  Card?: ComponentType<IntegrationCardProps>;
  /** Under the deliveries, for administrators. */
  Below?: ComponentType;
}
