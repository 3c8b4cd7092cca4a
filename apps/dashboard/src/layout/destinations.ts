import {
  BookOpen,
  ChartColumn,
  ContactRound,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  MessageSquareText,
  Plug,
  Radar,
  Settings,
  Users,
} from 'lucide-react';
import type { Permission } from '@parley/contracts/permissions/permissions';
import type { SignedInUser } from '@parley/contracts/users/sign-in';
import { mayAlways } from '../auth/rights.ts';
import { layout } from '../i18n/en/layout.ts';

interface Destination {
  path: string;
  /** Hidden from users without it. */
  needs?: Permission;
  label: string;
  icon: LucideIcon;
  /** Another path that belongs to it. */
  also?: string;
  keys: string;
}

/** Returns the sidebar: docs/product.md#around-every-screen. With a user, only what they may open. */
export const destinations = (me?: SignedInUser): readonly Destination[] =>
  all(me).filter(({ needs }) => !me || !needs || mayAlways(me, needs));

const all = (me?: SignedInUser): readonly Destination[] => [
  { path: '/', needs: 'reports.read', label: layout('dashboard'), icon: LayoutDashboard, keys: 'g d' },
  { path: '/conversations', needs: 'conversations.read', label: layout('conversations'), icon: Inbox, keys: 'g c' },
  {
    path: '/contacts',
    needs: 'contacts.read',
    label: layout('contacts'),
    icon: ContactRound,
    also: '/companies',
    keys: 'g p',
  },
  { path: '/visitors', needs: 'visitors.read', label: layout('visitors'), icon: Radar, keys: 'g o' },
  { path: '/knowledge', label: layout('knowledge'), icon: BookOpen, keys: 'g k' },
  {
    path: '/reports',
    needs: 'conversations.read',
    label: layout(me && !mayAlways(me, 'reports.read') ? 'myFigures' : 'reports'),
    icon: ChartColumn,
    keys: 'g e',
  },
  { path: '/widget', needs: 'settings.read', label: layout('widgetSettings'), icon: MessageSquareText, keys: 'g w' },
  { path: '/representatives', label: layout('representatives'), icon: Users, keys: 'g r' },
  {
    path: '/integrations',
    needs: 'settings.read',
    label: layout('integrations'),
    icon: Plug,
    also: '/docs/integrations',
    keys: 'g i',
  },
  { path: '/settings', label: layout('settings'), icon: Settings, keys: 'g s' },
];
