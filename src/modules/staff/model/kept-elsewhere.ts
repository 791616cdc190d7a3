import type { PowerName } from '#registry/powers.ts'

/**
 * Acts that no signed request carries out, and that the journal has no record of: each by the page of the
 * console where it stands with whoever did it ('': the overview).
 */
export const KEPT_ELSEWHERE: Readonly<Partial<Record<PowerName, string>>> = {
  'chat.reply': 'support',
  'chat.assign': 'support',
  'case.open': 'cases',
  'case.note': 'cases',
  'case.close': 'cases',
  'member.note': 'members',
  'message.resend': 'duty',
  'queue.assign': '',
}
