import { useT } from '#client/texts.ts'
import { isFirmAccount, type AccountName } from '#modules/ledger/model/accounts.ts'

/** What an account is called: a member's as on the phone. */
export function useAccountName(): (name: AccountName) => string {
  const t = useT()
  return (name) => (isFirmAccount(name) ? t(`audit.console.account.${name}`) : t(`portfolio.account.${name}`))
}
