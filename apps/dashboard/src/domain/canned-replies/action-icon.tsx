import type { ReplyAction } from '@parley/contracts/messages/canned-replies';
import {
  AlarmClock,
  CheckCheck,
  Flag,
  ListChecks,
  type LucideIcon,
  RotateCcw,
  StickyNote,
  Tag,
  UserRoundCheck,
  UsersRound,
} from 'lucide-react';

const icons: Record<ReplyAction['type'], LucideIcon> = {
  assign: UserRoundCheck,
  assign_team: UsersRound,
  close: CheckCheck,
  reopen: RotateCcw,
  note: StickyNote,
  tag: Tag,
  attribute: ListChecks,
  priority: Flag,
  snooze: AlarmClock,
};

export function ActionIcon({ type }: Pick<ReplyAction, 'type'>) {
  const Icon = icons[type];
  return <Icon size={13} aria-hidden />;
}
