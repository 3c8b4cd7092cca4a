/** Which email address a visitor may leave. Plain, so that the widget checks by the very rule of the server. */

/** A dot-atom of RFC 5322, 3.2.3. */
const localPart = "[\\w!#$%&'*+/=?^`{|}~-]+(\\.[\\w!#$%&'*+/=?^`{|}~-]+)*";
const label = '[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
/** Names that lead nowhere outside one’s own machine or network: RFC 6761, RFC 6762. */
const nowhere = '[lL][oO][cC][aA][lL]([hH][oO][sS][tT]|[dD][oO][mM][aA][iI][nN])?|[iI][nN][vV][aA][lL][iI][dD]';

/** An address at a domain with a dot that mail can reach from outside, in ASCII. Its length: RFC 5321, 4.5.3.1.3. */
export const reachableEmailPattern = `^(?=.{6,254}$)${localPart}@(${label}\\.)+(?!(${nowhere})$)(?=[a-zA-Z])${label}$`;

const reachable = new RegExp(reachableEmailPattern);

/** Whether mail can be sent to `text`, as far as its form tells. */
export const isReachableEmail = (text: string): boolean => reachable.test(text);
