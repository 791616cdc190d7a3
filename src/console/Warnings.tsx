import { refresh } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useAct, useMe } from '#console/kit/act.ts'
import { hrefOf } from '#console/kit/address.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { consoleMe } from '#modules/staff/operator-contract.ts'

/** Dangers that could lock everybody out, and a break-glass that waits: on every page, until put right. */
export function Warnings() {
  const t = useT()
  const f = useFormat()
  const me = useMe()
  const act = useAct()
  if (me === undefined) return null
  const { singlePasskeys, recovery, breakGlass } = me.warnings
  if (singlePasskeys.length === 0 && recovery === null && breakGlass === null) return null
  const names = singlePasskeys.map(({ role, number }) =>
    t('staff.signer', { role: t(`staff.role.${role}`), number: String(number) }),
  )
  const stop = async (subject: string) => {
    await act.ask({ power: 'break-glass.stop', subject })
    refresh(consoleMe)
  }
  return (
    <div className="border-b border-grey-3 bg-surface px-4 py-2 text-1">
      {breakGlass !== null && (
        <div role="alert" className="flex items-center gap-3 font-strong text-danger">
          <p>{t('console.warning.breakGlass', { at: f.moment(breakGlass.opensAt) })}</p>
          {me.powers.includes('break-glass.stop') && (
            <DeskButton busy={act.busy} onPress={() => void stop(breakGlass.id)}>
              {t('staff.power.break-glass.stop')}
            </DeskButton>
          )}
        </div>
      )}
      {singlePasskeys.length > 0 && (
        <p className="text-warn">
          {t('console.warning.singlePasskeys', { names: names.join(t('console.approval.comma')) })}{' '}
          <a className="desk-link underline" href={hrefOf('settings')}>
            {t('console.warning.toSettings')}
          </a>
        </p>
      )}
      {recovery !== null && <p className="text-warn">{t(`console.warning.recovery.${recovery}`)}</p>}
    </div>
  )
}
