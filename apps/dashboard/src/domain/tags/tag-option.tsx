import type { Tag } from '@parley/contracts/conversations/tags';
import { TagDot } from './tag-dot.tsx';

/** A tag, as pickers offer it. */
export const tagOption = ({ id, name, colour }: Pick<Tag, 'id' | 'name' | 'colour'>) => ({
  id,
  label: name,
  icon: <TagDot colour={colour} />,
});
