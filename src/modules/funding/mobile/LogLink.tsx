import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'

/** To the log of deposits or withdrawals, at the right of the bar. */
export function LogLink({ view }: { view: 'deposits' | 'withdrawals' }) {
  const t = useT()
  return (
    <a
      className="pressable flex min-h-touch items-center rounded-1 px-2 text-2 text-brand"
      href={paths.transactionLog({ view })}
    >
      {t('funding.log')}
    </a>
  )
}
