import { cleanLine } from '@parley/contracts/text/clean-line';
import * as Type from 'typebox';
import { minute, hour } from '../deliveries/retry-policy.ts';
import { notice, planned } from '../deliveries/notices.ts';
import { AutoReply, Digest, Forward, Notice, RatingRequest, Transcript } from '../deliveries/payload.ts';
import { teamName } from '../mailer/sender.ts';
import { noteRefusal } from './delivery-reports.ts';
import { sendAutoReply, sendDigest, sendForward, sendNotice, sendRatingRequest, sendTranscript } from './send.ts';
import { type ChannelDescriptor, delivering } from '../deliveries/descriptor.ts';
import { notConfigured } from '../deliveries/refusals.ts';
import { refuseMovedPassword } from './settings-change.ts';
import { missingForMail, sendMail } from '../mailer/smtp.ts';

/** Email: notices to the team, answers to customers who left. Composing and receiving mails: `core/src/mail`. */
export const email: ChannelDescriptor<'email'> = {
  refuseChange: refuseMovedPassword,

  async test(context, { user }) {
    const { emailConfig } = await context.settings.read();
    const tested = { ...emailConfig, enabled: true };
    const missing = missingForMail(tested, context.external);
    if (missing) throw notConfigured(missing);
    const to = emailConfig.notificationEmails.length > 0 ? emailConfig.notificationEmails : [user.email];
    const response = await sendMail(tested, context.external, {
      from: { name: teamName(emailConfig), address: emailConfig.fromEmail || user.email },
      to,
      subject: cleanLine(`${emailConfig.subjectPrefix} Test message`),
      text: `This is a test message that ${user.name} sent from the Integrations screen. Email works.`,
    });
    return `Sent to ${to.join(', ')}: ${response}`;
  },

  async notify(context, subject) {
    const { emailConfig } = await context.settings.read();
    // The channels for the team report waiting customers; a mail would come too late.
    if (subject.about === 'unanswered' || missingForMail(emailConfig, context.external) !== null) return [];
    const payload = notice(context, subject);
    const recipients = new Set(emailConfig.notificationEmails.map((address) => address.trim().toLowerCase()));
    return [...recipients].map((address) => planned(subject, 'email', address, payload));
  },

  delivery: delivering({
    concurrency: 5,
    waits: [10, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour],
    payload: Type.Union([Notice, Digest, AutoReply, Transcript, Forward, RatingRequest]),
    async make(context, delivery, payload) {
      try {
        switch (payload.kind) {
          case 'notice':
            return await sendNotice(context, delivery, payload);
          case 'digest':
            return await sendDigest(context, delivery, payload);
          case 'auto_reply':
            return await sendAutoReply(context, delivery);
          case 'transcript':
            return await sendTranscript(context, delivery, payload);
          case 'rating':
            return await sendRatingRequest(context, delivery, payload);
          case 'forward':
            return await sendForward(context, delivery, payload);
        }
      } catch (error) {
        if (payload.kind !== 'notice') await noteRefusal(context, delivery, error);
        throw error;
      }
    },
  }),
};
