import type { PixNotificationKind } from './pix-event.js';

/** The field of a notification's body that contains the items of each kind. */
export const notificationFields: Readonly<Record<PixNotificationKind, string>> = {
  pix: 'pix',
  rec: 'recs',
  cobr: 'cobsr',
};

export const notificationKinds = Object.keys(notificationFields) as PixNotificationKind[];
