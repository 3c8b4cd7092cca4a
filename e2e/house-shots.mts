import { chromium } from 'playwright-core';
import { existsSync } from 'node:fs';
const url = 'http://localhost:3977';
const path = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
for (const [kind, viewport] of [['wide', { width: 1440, height: 900 }], ['phone', { width: 390, height: 844 }]] as const) {
  const context = await browser.newContext({ viewport, locale: 'ar', hasTouch: kind === 'phone' });
  const page = await context.newPage();
  await page.request.post(url + '/api/login', { data: { email: 'ada@parley.example', password: 'parley-demo' }, headers: { origin: url } }).catch(() => undefined);
  await page.goto(url + '/');
  if (page.url().includes('/auth')) {
    await page.locator('input[type=email]').first().fill('ada@parley.example');
    await page.locator('input[type=password]').first().fill('parley-demo');
    await page.locator('form button[type=submit]').first().click();
    await page.waitForTimeout(3000);
  }
  for (const [name, where] of Object.entries({ overview: '/', list: '/conversations', widget: '/widget', team: '/representatives', integrations: '/integrations', webhooks: '/integrations?tab=webhooks', hours: '/settings?tab=hours', data: '/settings?tab=data', bulk: '/settings?tab=tags', replies: '/replies' })) {
    await page.goto(url + where);
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `/tmp/house-shots/${kind}-${name}.png` });
    if (name === 'list') {
      await page.locator('li a').nth(1).click().catch(() => undefined);
      await page.waitForTimeout(2500);
      await page.screenshot({ path: `/tmp/house-shots/${kind}-thread.png` });
      const menu = page.locator('main header button[aria-haspopup=menu]').last();
      await menu.click({ timeout: 3000 }).catch(() => undefined);
      await page.waitForTimeout(500);
      await page.screenshot({ path: `/tmp/house-shots/${kind}-thread-menu.png` });
    }
  }
  await context.close();
}
await browser.close();
