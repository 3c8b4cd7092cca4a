import type { ReplyAction } from '@parley/contracts/canned-replies';
import { CheckCheck, type LucideIcon, RotateCcw, StickyNote, UserRoundCheck } from 'lucide-react';

const icons: Record<ReplyAction['type'], LucideIcon> = {
  assign: UserRoundCheck,
  close: CheckCheck,
  reopen: RotateCcw,
  note: StickyNote,
};

export function ActionIcon({ type }: Pick<ReplyAction, 'type'>) {
  const Icon = icons[type];
  return <Icon size={13} aria-hidden />;
}
