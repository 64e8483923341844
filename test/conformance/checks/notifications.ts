import { readPart } from '../schema/part.js';
import { NOTHING, type Context, type Outcome } from './check.js';
import { misfits } from './responses.check.js';
import { differencesBetween } from './types.check.js';

/** Notifications of the provider, for which the file defines schemas and examples but no operations. */
const NOTIFICATIONS = [
  { name: 'notification /pix', body: 'WebhookPixBody', type: 'PixNotificacao' },
  { name: 'notification /rec', body: 'WebhookRecBody', type: 'RecNotificacao' },
  { name: 'notification /cobr', body: 'WebhookCobRBody', type: 'CobRNotificacao' },
] as const;

export interface NotificationOutcome {
  readonly name: string;
  readonly responses: Outcome;
  readonly types: Outcome;
}

/** Compares the notification types with the schemas and examples of the file. */
export function checkNotifications(context: Context): NotificationOutcome[] {
  return NOTIFICATIONS.map(({ name, body, type }) => {
    try {
      return { name, ...checkNotification(context, body, type) };
    } catch (error) {
      const what = `can't be checked: ${error instanceof Error ? error.message : String(error)}`;
      return { name, responses: NOTHING, types: { cases: 1, findings: [{ at: body, what }] } };
    }
  });
}

function checkNotification(
  { document, types }: Context,
  body: string,
  type: string,
): Omit<NotificationOutcome, 'name'> {
  const { schema, example } = document.namedBody(body);
  const shape = types.named(type);
  const part = readPart(document, schema, body);
  return {
    responses: { cases: 1, findings: misfits(`example of ${body}`, shape, example) },
    types: { cases: 1, findings: differencesBetween(part, shape, 'answer') },
  };
}
