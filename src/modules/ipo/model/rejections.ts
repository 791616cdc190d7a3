/** Refusals of a winner's word, in the order in which they are asked. */
export const CONFIRM_REJECTIONS = [
  'APPLICATION_NOT_FOUND',
  'NOT_WON',
  'PAYMENT_NOT_OPEN',
  'PAYMENT_OVER',
  'ACCOUNT_FROZEN',
] as const
export const DECLINE_REJECTIONS = ['APPLICATION_NOT_FOUND', 'NOT_WON', 'PAYMENT_OVER'] as const
