import type { ColumnType } from 'kysely';

/** Set by the database unless given. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** An instant with millisecond precision. */
export type Instant = ColumnType<Date, Date | string, Date | string>;
export type DefaultedInstant = ColumnType<Date, Date | string | undefined, Date | string>;
export type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** jsonb, given as text. */
export type Json<T> = ColumnType<T, string | undefined, string>;
/** Computed by the database. */
export type Computed<T> = ColumnType<T, never, never>;
