import path from 'node:path';
import { demoAccounts } from './database-content.mjs';
import { root } from './places.mjs';
import { bold, dim, secondsSoFar } from './print.mjs';

/**
 * Tells a person where the running installation is and how to sign in.
 *
 * @param {import('./stack.mjs').Stack} stack
 */
export function printAddresses({ folder, url, isOpenToOthers, isDemo }) {
  const accounts = isDemo ? demoAccounts(folder) : [];
  const lines = [
    `Parley is running ${dim(`(${secondsSoFar()} s)`)}`,
    '',
    `  Dashboard    ${bold(url)}`,
    `  Sample shop  ${bold(`${url}/demo`)}`,
    '',
  ];
  if (accounts.length > 0) {
    const width = Math.max(...accounts.map(({ email }) => email.length));
    lines.push(`  Sign in as   ${accounts.map(signIn(width)).join(`\n${' '.repeat(15)}`)}`);
  } else if (!isDemo) {
    lines.push('  The first account that is registered becomes the administrator.');
  }
  if (isOpenToOthers && accounts.length > 0) {
    lines.push(
      '',
      '  Others can reach this address and these passwords are public: change them, or start with PARLEY_DEMO=0.',
    );
  }
  lines.push('', dim(`  Data and logs are in ${shortPath(folder)}. Ctrl-C stops everything.`));
  console.log(`\n${lines.join('\n')}\n`);
}

/** @param {string} folder */
function shortPath(folder) {
  const relative = path.relative(root, folder);
  return relative.startsWith('..') ? folder : relative;
}

/** @param {number} width */
const signIn =
  (width) =>
  (/** @type {{ email: string, password: string, role: string }} */ { email, password, role }) =>
    `${email.padEnd(width)}  password ${password}  ${dim(`(${role})`)}`;
