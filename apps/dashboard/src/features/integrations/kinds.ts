import { type IntegrationSection, type Integration, integrations } from '@parley/contracts/channels/integrations';
import { hasSlackThreads } from '@parley/contracts/channels/slack-threads';
import type { SectionContract } from '@parley/contracts/channels/channel';
import type { Settings } from '@parley/contracts/settings/settings';
import * as list from './channels/list.ts';
import type { ChannelScreen } from './channels/screen.ts';

export interface IntegrationKind extends ChannelScreen {
  id: Integration;
  name: () => string;
  section: IntegrationSection;
  settings: SectionContract;
  /** Our own documentation. */
  docs: string;
}

const screens: { readonly [I in Integration]: ChannelScreen } = list;

/** The channels that have a tab, in the order of docs/product.md#integrations. */
export const integrationKinds: readonly IntegrationKind[] = integrations.map(({ id, name, docs, settings }) => ({
  id,
  name: () => name,
  docs,
  section: settings.name,
  settings,
  ...screens[id],
}));

/** Returns whether an integration is switched on; Slack with its notices or its threads. */
export const isEnabled = (settings: Settings, { id, section }: Pick<IntegrationKind, 'id' | 'section'>): boolean =>
  settings[section].enabled || (id === 'slack' && hasSlackThreads(settings.slackThreadsConfig));
