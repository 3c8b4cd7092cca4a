import { Inbox, LayoutDashboard, type LucideIcon, MessageSquareText, Plug, Settings, Users } from 'lucide-react';

interface Destination {
  path: string;
  label: string;
  icon: LucideIcon;
  keys: string;
}

/** The sidebar: docs/product.md#around-every-screen. */
export const destinations: readonly Destination[] = [
  { path: '/', label: 'Dashboard', icon: LayoutDashboard, keys: 'g d' },
  { path: '/conversations', label: 'Conversations', icon: Inbox, keys: 'g c' },
  { path: '/widget', label: 'Widget Settings', icon: MessageSquareText, keys: 'g w' },
  { path: '/representatives', label: 'Representatives', icon: Users, keys: 'g r' },
  { path: '/integrations', label: 'Integrations', icon: Plug, keys: 'g i' },
  { path: '/settings', label: 'Settings', icon: Settings, keys: 'g s' },
];
