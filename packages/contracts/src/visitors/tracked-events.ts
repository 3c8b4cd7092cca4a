/** Events that a page reports of its visitor with `track`. Any visitor can forge them. */
import * as Type from 'typebox';
import { CleanLine, Id, Strict, Timestamp } from '../schema.ts';
import { trackedEventLimits } from './limits.ts';

export const EventName = CleanLine({ minLength: 1, maxLength: trackedEventLimits.nameLength });

/** In the order that the page gave. */
const Properties = Type.Array(
  Strict({
    key: CleanLine({ minLength: 1, maxLength: trackedEventLimits.keyLength }),
    value: Type.Union([CleanLine({ maxLength: trackedEventLimits.valueLength }), Type.Number(), Type.Boolean()]),
  }),
  { maxItems: trackedEventLimits.properties, examples: [[{ key: 'product', value: 'Lamp' }]] },
);

export const TrackedEventInput = Strict({
  /** Chosen by the page: an event that is reported again is stored once. */
  id: Id,
  name: EventName,
  properties: Properties,
  /** Age of the event in seconds: clocks of browsers may be wrong. */
  secondsAgo: Type.Integer({ minimum: 0, maximum: trackedEventLimits.days * 86_400 }),
});
export type TrackedEventInput = Type.Static<typeof TrackedEventInput>;

export const TrackedEvent = Type.Object(
  { id: Id, name: Type.String({ examples: ['added_to_basket'] }), properties: Properties, at: Timestamp },
  { $id: 'TrackedEvent' },
);
export type TrackedEvent = Type.Static<typeof TrackedEvent>;
