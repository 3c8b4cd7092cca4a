/** Limits of automatic assignment to users. */
import * as Type from 'typebox';
import { capacityMax, skillMaxLength, skillsMax, userLanguagesMax } from '../routing/limits.ts';
import { CleanLine } from '../schema.ts';

/** Load up to which a user is assigned conversations; 0 for none. */
export const Capacity = Type.Integer({ minimum: 0, maximum: capacityMax });
/** Codes of ISO 639-1. */
export const UserLanguages = Type.Array(Type.String({ pattern: '^[a-z]{2}$', examples: ['pl'] }), {
  maxItems: userLanguagesMax,
  uniqueItems: true,
});
/** Names that are compared with the tags of conversations. */
export const UserSkills = Type.Array(CleanLine({ minLength: 1, maxLength: skillMaxLength }), {
  maxItems: skillsMax,
  uniqueItems: true,
});
