import type { Route } from '@parley/contracts/route';

/** A route's path with its parameters filled in; those not given stay away from anything that exists. */
export function urlOf(route: Route, parameters: Record<string, string> = {}): string {
  return route.path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(parameters[name] ?? ''));
}
