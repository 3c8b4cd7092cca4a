/** What a channel's tab shows beside what every tab has. */
import type { Settings } from '@parley/contracts/settings';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
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
  /** Under the deliveries, for administrators. */
  Below?: ComponentType;
}
