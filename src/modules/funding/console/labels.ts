import type { Days } from '#kernel/time.ts'
import { useText } from '#client/texts.ts'
import { reasonWord } from '../model/states.ts'

/** Words that several pages of the money desk share. */
export function useDeskWords() {
  const text = useText()
  return {
    /** `level` is the identity module's word. */
    member: ({ level, days }: { level: string; days: Days }): string =>
      text('funding.console.memberFacts', { level: text(`identity.level.${level}`), days }),
    /** `null`: the bank shows no line yet. */
    match: (match: string | null): string =>
      text('funding.console.match', { match: reasonWord(match ?? 'none') }),
    kind: (kind: string): string => text('funding.console.kind', { kind }),
    entryKind: (kind: string): string => text('funding.console.entryKind', { kind: reasonWord(kind) }),
  }
}

const TONES = {
  used: 'grey',
  deposit: 'ok',
  payout: 'ok',
  returned: 'ok',
  'claim-returned': 'ok',
  'amount-differs': 'warn',
  'payer-differs': 'danger',
  ended: 'warn',
  'stray-debit': 'danger',
  'sent-back': 'grey',
  further: 'ok',
  refund: 'ok',
  'refund-bounced': 'warn',
  'bank-corrected': 'grey',
  'claim-credit': 'warn',
  unknown: 'warn',
} as const
export const matchTone = (match: keyof typeof TONES | null): 'ok' | 'warn' | 'danger' | 'grey' =>
  match === null ? 'grey' : TONES[match]
