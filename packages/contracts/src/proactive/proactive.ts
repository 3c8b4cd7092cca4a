/** Proactive messages: what a website says first to a visitor, once its conditions hold. */
import * as Type from 'typebox';
import { LanguageTag } from '../messages/canned-replies.ts';
import { allOptional, CleanLine, Id, Name, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';
import { EventName } from '../visitors/tracked-events.ts';
import { conditionsMax, holdOut, outreachNameMaxLength, outreachTextMaxLength } from './limits.ts';

export const OutreachText = Type.String({ minLength: 1, maxLength: outreachTextMaxLength, examples: ['Questions?'] });

/** Texts by language, beside the one for all others. */
export const outreachTexts = {
  text: OutreachText,
  variants: Type.Array(Strict({ language: LanguageTag, text: OutreachText }), { maxItems: conditionsMax }),
};

const Line = CleanLine({ minLength: 1, maxLength: 200 });
const Pages = Type.Array(Type.String({ minLength: 1, maxLength: 500, pattern: '^/', examples: ['/pricing'] }), {
  maxItems: conditionsMax,
});

/** Conditions that all have to hold. What is left out holds always. */
export const ProactiveConditions = Strict(
  allOptional({
    /** Paths of pages, with `*` for any run of characters. */
    pages: Pages,
    notPages: Pages,
    /** Part of the address of the website that the visitor came from. */
    referrer: Line,
    /** Parameters of the address of the page, such as `utm_source`. */
    utm: Strict(allOptional({ source: Line, medium: Line, campaign: Line })),
    /** Time on the page, in seconds. */
    seconds: Type.Integer({ minimum: 0, maximum: 3_600 }),
    /** Share of the page that was scrolled to, in percent. */
    scroll: Type.Integer({ minimum: 1, maximum: 100 }),
    /** The pointer leaves the page at its top. */
    exitIntent: Type.Literal(true),
    /** Visits so far, this one included; counted only where the website remembers visits. */
    visitsMin: Type.Integer({ minimum: 1, maximum: 1_000 }),
    languages: Type.Array(LanguageTag, { maxItems: conditionsMax }),
    /** Values of attributes that the website's server has signed. */
    attributes: Type.Array(Strict({ key: Line, value: Line }), { maxItems: conditionsMax }),
    /** Name of an event that the page has tracked. */
    event: EventName,
    hours: OneOf(['within', 'outside']),
    /** Answering side now: a person, the assistant first, or nobody. */
    answers: OneOf(['person', 'assistant', 'nobody']),
  }),
  { examples: [{ pages: ['/pricing'], seconds: 30 }] },
);
export type ProactiveConditions = Type.Static<typeof ProactiveConditions>;

/** Fields that authors of a proactive message write. */
export const proactiveFields = {
  name: Name({ maxLength: outreachNameMaxLength }),
  isOn: Type.Boolean(),
  /** Websites that show it; empty for all. */
  websiteIds: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
  /** Person who says it; null for the assistant. */
  userId: Nullable(Id),
  conditions: ProactiveConditions,
  ...outreachTexts,
};
export const ProactiveContent = Strict(proactiveFields);
export type ProactiveContent = Type.Static<typeof ProactiveContent>;

/** Why it isn't shown although it is on: its author left, or the assistant is off. */
export const proactiveProblems = ['person_left', 'assistant_off'] as const;

export const ProactiveMessage = Type.Object(
  {
    id: Id,
    ...proactiveFields,
    problem: Nullable(OneOf(proactiveProblems)),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'ProactiveMessage' },
);
export type ProactiveMessage = Type.Static<typeof ProactiveMessage>;

/** Rules of a website for its proactive messages. */
export const WebsiteProactive = Strict({
  /** Visits, dismissals and the group of the hold-out are kept in the visitor's browser, and counted. */
  remembers: Type.Boolean(),
  holdOutPercent: Type.Integer({ minimum: 0, maximum: holdOut.max }),
});
export type WebsiteProactive = Type.Static<typeof WebsiteProactive>;

/** A proactive message as the widget gets it. */
export const ShownProactive = Type.Object({
  id: Id,
  ...outreachTexts,
  conditions: ProactiveConditions,
  /** Null for the assistant. */
  sender: Nullable(Type.Object({ name: Type.String(), profileImageUrl: Nullable(Type.String()) })),
});
export type ShownProactive = Type.Static<typeof ShownProactive>;

/** How a visitor's first message is connected with a proactive message. */
export const proactiveOutcomes = ['answered', 'shown', 'held_out'] as const;
export const ProactiveOrigin = Strict({
  id: Id,
  /** It answers it, comes after it was shown, or after it would have been shown. */
  outcome: OneOf(proactiveOutcomes),
  language: LanguageTag,
});
export type ProactiveOrigin = Type.Static<typeof ProactiveOrigin>;

/** Events of a proactive message that are counted before the visitor writes, where the website remembers visits. */
export const proactiveEvents = ['shown', 'held_out', 'dismissed'] as const;
export type ProactiveEvent = (typeof proactiveEvents)[number];

/** Counts of a proactive message by group. */
const Group = Type.Object({
  /** Visitors to whom it was shown, or would have been. */
  visitors: Type.Integer({ minimum: 0 }),
  /** Those who started a conversation afterwards. */
  conversations: Type.Integer({ minimum: 0 }),
});

export const ProactiveReport = Type.Object(
  {
    id: Id,
    name: Type.String(),
    shown: Group,
    heldOut: Group,
    dismissed: Type.Integer({ minimum: 0 }),
    answered: Type.Integer({ minimum: 0 }),
  },
  { $id: 'ProactiveReport' },
);
export type ProactiveReport = Type.Static<typeof ProactiveReport>;
