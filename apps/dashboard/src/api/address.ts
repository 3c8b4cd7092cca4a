import type { Route } from '@parley/contracts/route';

/** Input of any route. */
export interface LooseInput {
  params?: Readonly<Record<string, unknown>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The address of a call, with its parameters filled in. */
export function addressOf(route: Route, input: LooseInput = {}): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(input.params?.[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== '') query.set(name, textOf(value));
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}
