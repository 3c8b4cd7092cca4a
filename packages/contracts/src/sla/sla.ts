/** SLA policies: how soon conversations are answered and solved, in working time. */
import * as Type from 'typebox';
import { Filter } from '../filter/filter.ts';
import { Id, Name, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';
import { slaPolicyNameMaxLength, slaTargetMaxMinutes } from './limits.ts';

/** Minutes of working time; null without this target. */
const Target = Nullable(Type.Integer({ minimum: 1, maximum: slaTargetMaxMinutes, examples: [60] }));

/** Working time that the minutes count in: of the conversation's own schedule, around the clock, or of one schedule. */
export const slaScheduleKinds = ['conversation', 'always', 'schedule'] as const;

export const slaPolicyFields = {
  name: Name({ maxLength: slaPolicyNameMaxLength }),
  /** Conversations that it applies to, unless an earlier policy does. */
  filter: Filter,
  /** From the customer's first message, or the hand-off, to the first response. */
  firstResponseMinutes: Target,
  /** From the first unanswered message after that to the response. */
  nextResponseMinutes: Target,
  /** From the beginning, or the last reopening, to the close. */
  resolutionMinutes: Target,
  schedule: OneOf(slaScheduleKinds),
  /** With `schedule` as the schedule; null otherwise. */
  scheduleId: Nullable(Id),
  /** Whether the time to the close stands still while the team waits for the customer. */
  pausesWhileWaiting: Type.Boolean(),
  /**
   * Whether answers of the assistant meet the targets. Without it, the time to a response runs from when a person is
   * needed, until a person answers.
   */
  countsAssistant: Type.Boolean(),
};

export const SlaPolicyDraft = Strict(slaPolicyFields);
export type SlaPolicyDraft = Type.Static<typeof SlaPolicyDraft>;

export const SlaPolicy = Type.Object(
  {
    id: Id,
    ...slaPolicyFields,
    name: Type.String({ examples: ['VIP'] }),
    /** Position in the order, from 0: the first policy that fits applies. */
    position: Type.Integer({ minimum: 0 }),
    /** Present if its filter names an attribute that has been deleted: it applies to nothing until it is changed. */
    isBroken: Type.Optional(Type.Literal(true)),
    updatedAt: Timestamp,
  },
  { $id: 'SlaPolicy' },
);
export type SlaPolicy = Type.Static<typeof SlaPolicy>;

/** Effect that a policy would have now, on conversations that the caller may see. */
export const SlaPreview = Type.Object({
  /** Open conversations that it would apply to. */
  open: Type.Integer({ minimum: 0 }),
  /** Those of them that would be overdue at once. */
  overdue: Type.Integer({ minimum: 0 }),
  /** True if only the newest of them were looked at for `overdue`. */
  isPartial: Type.Boolean(),
});
export type SlaPreview = Type.Static<typeof SlaPreview>;
