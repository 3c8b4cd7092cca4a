import type { ReplyAction } from '@parley/contracts/canned-replies';
import {
  AlarmClock,
  CheckCheck,
  Flag,
  type LucideIcon,
  RotateCcw,
  StickyNote,
  Tag,
  UserRoundCheck,
} from 'lucide-react';

const icons: Record<ReplyAction['type'], LucideIcon> = {
  assign: UserRoundCheck,
  close: CheckCheck,
  reopen: RotateCcw,
  note: StickyNote,
  tag: Tag,
  priority: Flag,
  snooze: AlarmClock,
};

export function ActionIcon({ type }: Pick<ReplyAction, 'type'>) {
  const Icon = icons[type];
  return <Icon size={13} aria-hidden />;
}
