/** Parts of a channel's tab besides those of every tab. */
import type { Settings } from '@parley/contracts/settings/settings';
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
  /** Name, if it is not the same in every language. */
  name?: () => string;
  /** Line of text under the name. */
  about: () => string;
  Form: ComponentType<FormProps>;
  /** Shown between the form and the deliveries. */
  Above?: ComponentType;
  /** Card of the channel, if that shows more than its settings. */
  Card?: ComponentType<IntegrationCardProps>;
  /** Under the deliveries, for administrators. */
  Below?: ComponentType;
}
