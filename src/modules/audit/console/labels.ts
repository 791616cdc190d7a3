import { useT } from '#client/texts.ts'
import { isFirmAccount, type AccountName } from '#modules/ledger/model/accounts.ts'

/** Names of accounts: a member's as on the phone. */
export function useAccountName(): (name: AccountName) => string {
  const t = useT()
  return (name) => (isFirmAccount(name) ? t(`audit.console.account.${name}`) : t(`portfolio.account.${name}`))
}

/** The tone of a member's state; the word stands beside it. */
export const STATE_TONE = { open: 'ok', frozen: 'warn', closing: 'grey', closed: 'grey' } as const
