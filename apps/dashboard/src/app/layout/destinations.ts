import {
  ContactRound,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  MessageSquareText,
  Plug,
  Settings,
  Users,
} from 'lucide-react';
import { layout } from '../../i18n/en/layout.ts';

interface Destination {
  path: string;
  label: string;
  icon: LucideIcon;
  keys: string;
}

/** The sidebar: docs/product.md#around-every-screen. */
export const destinations = (): readonly Destination[] => [
  { path: '/', label: layout('dashboard'), icon: LayoutDashboard, keys: 'g d' },
  { path: '/conversations', label: layout('conversations'), icon: Inbox, keys: 'g c' },
  { path: '/contacts', label: layout('contacts'), icon: ContactRound, keys: 'g p' },
  { path: '/widget', label: layout('widgetSettings'), icon: MessageSquareText, keys: 'g w' },
  { path: '/representatives', label: layout('representatives'), icon: Users, keys: 'g r' },
  { path: '/integrations', label: layout('integrations'), icon: Plug, keys: 'g i' },
  { path: '/settings', label: layout('settings'), icon: Settings, keys: 'g s' },
];
