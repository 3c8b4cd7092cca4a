/**
 * Loaded before the gateway's `main.ts`: replaces the one step of storing a visitor's message by a counter, so that the
 * gateway can be compared with rivals that store nothing. Everything else is the gateway as shipped.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    return specifier === '@parley/core/messages/post'
      ? next(new URL('./posting-without-storing.ts', import.meta.url).href, context)
      : next(specifier, context);
  },
});
