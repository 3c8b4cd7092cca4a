import type { Channel } from '@parley/contracts/entities';
import type { Settings } from '@parley/contracts/settings';
import { Bot, Hash, Kanban, type LucideIcon, Mail, SquareKanban } from 'lucide-react';

export type IntegrationId = 'email' | 'slack' | 'tigon' | 'trello' | 'ai';

export interface IntegrationKind {
  id: IntegrationId & Channel;
  name: string;
  icon: LucideIcon;
  section: 'emailConfig' | 'slackConfig' | 'tigonConfig' | 'trelloConfig' | 'aiConfig';
  /** One line under the name. */
  about: string;
  /** Our own documentation. */
  docs: string;
}

/** The five integrations, in the order of docs/product.md#integrations. */
export const integrationKinds: readonly IntegrationKind[] = [
  {
    id: 'email',
    name: 'Email',
    icon: Mail,
    section: 'emailConfig',
    about: 'Notices to the team, answers to customers who left.',
    docs: 'email-out',
  },
  {
    id: 'slack',
    name: 'Slack',
    icon: Hash,
    section: 'slackConfig',
    about: 'New and waiting conversations in a channel.',
    docs: 'slack',
  },
  {
    id: 'tigon',
    name: 'Boards',
    icon: SquareKanban,
    section: 'tigonConfig',
    about: 'New and waiting conversations on your boards, by webhook.',
    docs: 'boards',
  },
  {
    id: 'trello',
    name: 'Trello',
    icon: Kanban,
    section: 'trelloConfig',
    about: 'A card for every hand-off.',
    docs: 'trello',
  },
  {
    id: 'ai',
    name: 'AI Assistant',
    icon: Bot,
    section: 'aiConfig',
    about: 'Answers first, hands over when a person is wanted.',
    docs: 'ai-assistant',
  },
];

export const isEnabled = (settings: Settings, kind: IntegrationKind): boolean => settings[kind.section].enabled;
