import type { Messages } from '@parley/contracts/i18n/messages';
import type { ReportMetricId } from '@parley/contracts/reports/reports';
import { catalogue } from '../catalogue.ts';

/** How each metric of the reports is counted; docs/reports.md has the whole definition. */
export const countedWords = catalogue('counted', {
  opened: 'Conversations that began.',
  unanswered: 'Conversations that began and have no reply yet.',
  closed: 'Conversations that are closed, by their last closing.',
  reopened: 'Closings after which the conversation was opened again, each time it happened.',
  reopened_share: 'Share of closings after which the conversation was opened again within 7 days.',
  customer_messages: 'Messages that customers wrote in conversations that began.',
  representative_messages: 'Messages that representatives wrote in conversations that began.',
  assistant_messages: 'Messages that the assistant wrote in conversations that began.',
  first_answer: 'From the customer’s first message to the first reply by the assistant or a person.',
  first_person_answer: 'From the customer’s first message to the first reply by a person.',
  next_answer: 'From the customer’s oldest unanswered message to the reply, for every reply after the first.',
  resolution: 'From the beginning of a conversation to its last closing.',
  person_answers: 'Replies to waiting customers, for the person who wrote them.',
  person_answer: 'How long the customer waited for each reply, for the person who wrote it.',
  person_closings: 'Closings, for the person who closed.',
  person_reopened_share:
    'Share of closings after which the conversation was opened again within 7 days, for the person who closed.',
  assistant_conversations: 'Conversations that began and in which the assistant wrote.',
  assistant_resolved:
    'Closings without a reply by a person, not opened again within 7 days, in which the visitor didn’t ask for a person.',
  assistant_resolution_share: 'Resolved by the assistant, out of all closings of conversations in which it wrote.',
  assistant_ended_idle:
    'Conversations of the assistant that were closed because nobody wrote any more. They don’t count as resolved.',
  hand_offs: 'Conversations that the assistant handed off to people.',
  assistant_answer_share: 'Share of all replies to waiting customers that the assistant wrote.',
  assistant_cost: 'What the model’s calls cost in conversations that began.',
  assistant_cost_per_resolved: 'Cost of all conversations with the assistant, divided by those it resolved.',
  sla_conversations: 'Conversations that began and have an SLA policy.',
  sla_breached: 'Conversations in which a target was first missed.',
  sla_kept: 'Share of closed conversations with an SLA policy in which no target was missed.',
  first_response_kept: 'Share of closed conversations in which the first reply met its target.',
  next_response_kept: 'Share of closed conversations in which every later reply met its target.',
  resolution_kept: 'Share of closed conversations that were closed within their target.',
  promises_kept: 'Share of times promised to waiting customers by which a person had replied.',
  ratings_asked: 'Closings after which the customer was asked for a rating.',
  rated_share: 'Share of customers who rated when they were asked.',
  ratings: 'Ratings that customers gave, for each closing its last one.',
  rating_average: 'Average of the scores from 1 to 5.',
  satisfied_share: 'Share of ratings with a score of 4 or 5.',
  reviews: 'Finished reviews by people. Estimates of the model don’t count.',
  review_score: 'Average of the marks of each review by weight; 0 if a critical criterion failed.',
  reviews_failed: 'Share of reviews in which a critical criterion has the worst mark.',
  criterion_score: 'Average of single marks, as a share of the best one.',
  estimates: 'Conversations that the model marked as an estimate.',
  estimated_score: 'Score of the model’s estimates. It counts for no person.',
  estimate_agreement:
    'Share of marks of people from which the estimate differs by at most one point; passed or failed must be the same.',
  article_votes: 'Readers who voted whether an article helped.',
  articles_helpful: 'Share of votes that found the article helpful.',
} satisfies Record<ReportMetricId, Messages[string]>);
