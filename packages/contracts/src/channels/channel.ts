/** What every part of the product has to know of a channel: a way out of the house, into it, or both. */
import type * as Type from 'typebox';

/** A section of the settings record. */
export interface SectionContract {
  /** Its name in the settings, and its column in the database. */
  name: string;
  schema: Type.TObject;
  /** What holds until somebody changes it; for every field. */
  defaults: object;
  /** The fields without which it does nothing. */
  needed: readonly string[];
  /** A switch that makes up for all of them. */
  unless: string | null;
}

/** A channel's section, with a default for every field, and which of them it does nothing without. */
export const section = <const N extends string, P extends Type.TProperties>(
  name: N,
  schema: Type.TObject<P>,
  defaults: NoInfer<Type.Static<Type.TObject<P>>>,
  needed: readonly NoInfer<keyof P & string>[] = [],
  unless: NoInfer<keyof P & string> | null = null,
) => ({ name, schema, defaults, needed, unless });

/** The fields that have to be filled in before a channel can do anything; of `values`, its section as it is. */
export function missingFields({ needed, unless }: SectionContract, values: object): string[] {
  const valueOf = (field: string): unknown => Reflect.get(values, field);
  if (unless !== null && valueOf(unless) === true) return [];
  return needed.filter((field) => {
    const value = valueOf(field);
    return value === null || (typeof value === 'string' && value.trim() === '');
  });
}

/** What a channel by which customers come can carry. */
export interface CustomersContract {
  /** UTF-16 units of one message to a customer; longer ones go in parts. */
  longestMessage: number;
  /** Whether it tells what has been read. */
  receipts: boolean;
  /** UTF-16 units of what is written with files to a customer, where that is less. */
  longestCaption?: number;
  /** Bytes of a file of a customer's that can be fetched, where the channel keeps those. */
  largestFetched?: number;
  /** Whether what the team has sent can be changed and removed there. */
  edits: boolean;
  /** For so many hours after it was sent; without it for good. */
  editHours?: number;
}

export interface ChannelContract {
  /** In addresses, in the log of deliveries, in the database. */
  id: string;
  /** As people know it. */
  name: string;
  /** The heading of `docs/integrations.md` that explains it; the widget has a page of its own, `docs/widget.md`. */
  docs: string;
  /** What is entered on its tab and tested there; null for a channel with a screen of its own. */
  settings: SectionContract | null;
  /** Where its deliveries wait, so that a slow one delays no other; null where nothing is delivered. */
  queue: string | null;
  /** Whether what has been delivered may be sent once more, because its receiver knows it again. */
  repeatable: boolean;
  /** Whether the log of deliveries tells of it, though nothing of it is delivered by a queue. */
  isLogged?: true;
  /** With channels that customers come by: the widget, and those outside the house, which have a queue. */
  customers?: CustomersContract;
  /** Where the other side's API is, unless the installation names another server that speaks it. */
  api?: string;
}

/** Declares a channel. */
export const channel = <const C extends ChannelContract>(contract: C): C => contract;
