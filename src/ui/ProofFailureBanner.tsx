import { reportProofFailure } from '#client/proof-failure.ts'
import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'

/**
 * Under the bar of every page while this device holds something against the server: a promise that was not
 * kept, a journal that was rewritten. Part of `Page`.
 */
export function ProofFailureBanner() {
  const t = useT()
  if (!reportProofFailure.useValue()) return null
  return (
    <div role="alert" className="shrink-0 bg-danger-wash">
      <a className="flex min-h-touch flex-col justify-center px-gutter py-2" href={paths.trust()}>
        <span className="text-2 font-strong text-danger">{t('ui.breach')}</span>
        <span className="text-1 text-grey-1">{t('ui.breachNote')}</span>
      </a>
    </div>
  )
}
