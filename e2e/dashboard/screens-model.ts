/** The model behind the pictures: it answers from passages as `readingModel` does, and does the copilot's tasks. */
import type { ModelBehaviour, ModelRequest } from '@parley/testing/openai';
import { readingModel } from '@parley/testing/reading-model';

const answering = (answer: object): ModelBehaviour => ({ text: JSON.stringify(answer) });

const read = readingModel();

export function picturedModel(request: ModelRequest): ModelBehaviour {
  const rules = request.messages[0]?.content;
  const isAskedTo = (words: string): boolean => typeof rules === 'string' && rules.includes(words);
  if (isAskedTo('Summarise'))
    return answering({
      intent: { text: 'Wants the parcel FW-20977, which has not moved for a week.', seq: 1 },
      tried: [{ text: 'The carrier has sent it back from the wrong depot.', seq: 4 }],
      open: [{ text: 'Whether it comes before Friday.', seq: 12 }],
    });
  if (isAskedTo('Rewrite'))
    return answering({ text: 'Your parcel leaves the depot tonight and reaches you on 5 May.' });
  if (isAskedTo('vocabulary')) return answering({ tags: ['Delivery'] });
  if (isAskedTo('colleague from "sources"'))
    return answering({ sentences: [{ text: 'Delivery costs €4.90 and is free above €60.', sources: [1] }] });
  return read(request);
}
