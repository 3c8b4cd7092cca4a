/** Both sides of a conversation in real browsers: a visitor of a website, and a representative who has signed in. */
import type { Page } from 'playwright-core';
import { visitBrowser } from './browser.ts';
import { serveHostPage } from './host-page.ts';
import { type SignedIn, type Stack, type StackOptions, startStack } from './stack.ts';

const password = 'correct horse battery';

export interface TwoSides {
  stack: Stack;
  /** The signed-in admin. */
  admin: SignedIn;
  /** Origin of the website with the widget. */
  website: string;
  /** Not there yet: `website` is what it opens. */
  visitor: Page;
  staff: Page;
  /** Errors thrown in either page. */
  complaints: string[];
  stop(): Promise<void>;
}

/** Starts the stack, with a website that has the widget. */
export async function openTwoSides(options: StackOptions = {}): Promise<TwoSides> {
  const [stack, visit] = await Promise.all([startStack(options), visitBrowser()]);
  const host = await serveHostPage({ widgetOrigin: stack.url });
  const admin = await stack.register({ name: 'Ada Moreau', email: 'ada@example.com', username: 'ada', password });
  const website = { domain: new URL(host.origin).hostname, name: 'Shop' };
  await stack.call('POST', '/api/websites', { as: admin, body: website });
  const complaints: string[] = [];
  const open = async (): Promise<Page> => {
    const context = await visit.browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      // The dashboard's worker crashes the headless Chromium, not a whole one.
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    return page;
  };
  const [visitor, staff] = await Promise.all([open(), open()]);
  await staff.goto(stack.url);
  await staff.getByLabel('Email').fill('ada@example.com');
  await staff.getByLabel('Password').fill(password);
  await staff.getByRole('button', { name: 'Login' }).click();
  await staff.getByText('System Overview').first().waitFor();
  return {
    stack,
    admin,
    website: host.origin,
    visitor,
    staff,
    complaints,
    async stop() {
      await visit.leave();
      await host.stop();
      await stack.stop();
    },
  };
}
