/**
 * The contract's own paths. The build evaluates every `*.static.ts` file and bundles only its values, so that no schema
 * reaches a customer's website and no path is written twice.
 */
import { acceptedFiles, thumbnailEdges } from '@parley/contracts/messages/attachments';
import { setVisitorAttributes } from '@parley/contracts/routes/attributes';
import { richTags } from '@parley/contracts/text/rich-text';
import { findHelp, recordArticleRead } from '@parley/contracts/routes/help';
import { getVisitorHandOff } from '@parley/contracts/routes/answers';
import { eraseOwnData, mailOwnTranscript, requestOwnErasure } from '@parley/contracts/routes/own-data';
import { recordProactive } from '@parley/contracts/routes/proactive';
import { addVisitorPushDevice } from '@parley/contracts/routes/push';
import { getVisitorForm } from '@parley/contracts/routes/forms';
import { rateAsVisitor } from '@parley/contracts/routes/ratings';
import { createVisitorUpload, linkVisitorFiles } from '@parley/contracts/routes/uploads';
import { trackedEventLimits } from '@parley/contracts/visitors/limits';
import {
  getWidgetSetup,
  listVisitorConversations,
  listVisitorMessages,
  postVisitorMessage,
  reactAsVisitor,
  requestPerson,
  startVisitorSession,
  trackEvents,
  updateVisitor,
} from '@parley/contracts/routes/visitor';

export const setupPath = getWidgetSetup.path;
export const sessionPath = startVisitorSession.path;
export const visitorPath = updateVisitor.path;
export const eventsPath = trackEvents.path;
export const attributesPath = setVisitorAttributes.path;
export const conversationsPath = listVisitorConversations.path;
export const messagesPath = listVisitorMessages.path;
export const postMessagePath = postVisitorMessage.path;
export const reactionsPath = reactAsVisitor.path;
export const requestPersonPath = requestPerson.path;
export const handOffPath = getVisitorHandOff.path;
export const transcriptPath = mailOwnTranscript.path.replace(listVisitorConversations.path, '').replace('/:id', '');
export const erasurePath = requestOwnErasure.path;
export const confirmErasurePath = eraseOwnData.path;
export const proactivePath = recordProactive.path;
export const ratingsPath = rateAsVisitor.path.replace('/:id', '');
export const pushDevicesPath = addVisitorPushDevice.path;
export const formsPath = getVisitorForm.path.replace('/:id', '');
export const uploadsPath = createVisitorUpload.path;
export const helpPath = findHelp.path;
export const recordArticleReadPath = recordArticleRead.path;
export const fileLinksPath = linkVisitorFiles.path;
export { acceptedFiles, richTags, thumbnailEdges, trackedEventLimits };
