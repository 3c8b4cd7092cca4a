/** Whom a piece of knowledge is for. */
import type * as Type from 'typebox';
import { OneOf } from './schema.ts';

/** `customers` are those whom a website vouches for. */
export const audiences = ['public', 'customers', 'staff'] as const;
export const Audience = OneOf(audiences);
export type Audience = Type.Static<typeof Audience>;
