/**
 * The contract's own paths. The build evaluates every `*.static.ts` file and bundles only its values, so that no schema
 * reaches a customer's website and no path is written twice.
 */
import { setVisitorAttributes } from '@parley/contracts/routes/attributes';
import {
  getWidgetSetup,
  listVisitorMessages,
  postVisitorMessage,
  requestPerson,
  startVisitorSession,
  updateVisitor,
} from '@parley/contracts/routes/visitor';

export const setupPath = getWidgetSetup.path;
export const sessionPath = startVisitorSession.path;
export const visitorPath = updateVisitor.path;
export const attributesPath = setVisitorAttributes.path;
export const messagesPath = listVisitorMessages.path;
export const postMessagePath = postVisitorMessage.path;
export const requestPersonPath = requestPerson.path;
