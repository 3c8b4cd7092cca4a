/** Contract of a channel, which leads out of the product, into it, or both. */
import type * as Type from 'typebox';

/** A section of the settings record. */
export interface SectionContract {
  /** Its name in the settings, and its column in the database. */
  name: string;
  schema: Type.TObject;
  /** Initial value of every field. */
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

/** Capabilities of a channel that customers write through. */
export interface CustomersContract {
  /** UTF-16 units of one message to a customer; longer ones go in parts. */
  longestMessage: number;
  /** Whether the channel reports which messages were read. */
  receipts: boolean;
  /** Set where each reply is a delivery of its own, and customers' messages arrive as events of the channel. */
  byEvents?: true;
  /** UTF-16 units of what is written with files to a customer, where that is less. */
  longestCaption?: number;
  /** Bytes of a file of a customer's that can be fetched, where the channel keeps those. */
  largestFetched?: number;
  /** Hours after a customer's message in which they can be answered; without it for good. */
  replyHours?: number;
  /** Hours with `humanAgent` in the channel's settings. */
  humanAgentHours?: number;
  /** Set if it has approved templates, which it delivers after that time too. */
  templates?: true;
  /** Whether emoji on messages are shown there. */
  reactions?: true;
  /** Whether what the team has sent can be changed and removed there. */
  edits: boolean;
  /** For so many hours after it was sent; without it for good. */
  editHours?: number;
}

/** A part of the product that has settings on a tab of its own, with a test. */
export interface IntegrationContract {
  /** Used in addresses, in the log of deliveries and in the database. */
  id: string;
  /** Name shown to users. */
  name: string;
  /** The heading of `docs/integrations.md` that explains it; the widget has a page of its own, `docs/widget.md`. */
  docs: string;
  settings: SectionContract;
}

export interface ChannelContract extends Omit<IntegrationContract, 'settings'> {
  /** Settings on its tab, which also has a test; null for a channel with a screen of its own. */
  settings: SectionContract | null;
  /** Queue of its deliveries, so that a slow channel delays no other; null if nothing is delivered. */
  queue: string | null;
  /** Whether a delivery may be sent again after success, because the receiver recognises repeats. */
  repeatable: boolean;
  /** Set for channels that customers write through: the widget, and external ones, which have a queue. */
  customers?: CustomersContract;
  /** Address of the external API, unless the installation configures another server that supports it. */
  api?: string;
}

/** Declares a channel. */
export const channel = <const C extends ChannelContract>(contract: C): C => contract;
