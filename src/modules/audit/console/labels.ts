import { useT } from '#client/texts.ts'
import { isFirmAccount, type AccountName } from '#modules/ledger/model/accounts.ts'

/** What an account is called: a member's as on the phone. */
export function useAccountName(): (name: AccountName) => string {
  const t = useT()
  return (name) => (isFirmAccount(name) ? t(`audit.console.account.${name}`) : t(`portfolio.account.${name}`))
}

/** How a member's state looks; the word stands beside it. */
export const STATE_TONE = { open: 'ok', frozen: 'warn', closing: 'grey', closed: 'grey' } as const
