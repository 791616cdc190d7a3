import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useAct, useMe } from '#console/kit/act.ts'
import { hrefOf } from '#console/kit/address.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { isFor } from '#console/kit/pages.ts'
import { getDuty } from '#modules/duty/operator-contract.ts'
import { consoleMe } from '#modules/staff/operator-contract.ts'
import { PAGES } from './page-registry.ts'

/** Dangers that everybody at the console sees on every page, until they are put right. */
export function Warnings() {
  return (
    <>
      <Pressing />
      <LockedOut />
    </>
  )
}

/** Critical conditions that are on, and notices of them that reached nobody. */
function Pressing() {
  const t = useT()
  const duty = useRead(getDuty, {}, { quiet: true, poll: 'deskFrame' }).data
  const me = useMe()
  const pressing = duty?.conditions.filter(({ on, severity }) => on !== null && severity === 'critical') ?? []
  if (duty === undefined || (pressing.length === 0 && duty.undelivered === 0)) return null
  return (
    <ul aria-label={t('duty.console.title')} className="border-b border-grey-3 bg-surface px-4 py-2 text-1">
      {pressing.map(({ kind, page, roles, on }) => (
        <li key={kind} className="flex flex-wrap items-center gap-x-3 font-strong text-danger">
          {t(`duty.console.kind.${kind}`, { n: on!.figure })}
          {me !== undefined && isFor(PAGES[page]!, me.roles) ? (
            <a className="desk-link underline" href={hrefOf(page)}>
              {t('duty.console.show')}
            </a>
          ) : (
            <span className="font-regular">
              {t('duty.console.concerns', {
                roles: roles.map((role) => t(`staff.role.${role}`)).join(t('console.approval.comma')),
              })}
            </span>
          )}
        </li>
      ))}
      {duty.undelivered > 0 && (
        <li className="flex flex-wrap items-center gap-x-3 text-warn">
          {t('duty.console.undelivered', { n: duty.undelivered })}
          <a className="desk-link underline" href={hrefOf('duty')}>
            {t('duty.console.show')}
          </a>
        </li>
      )}
    </ul>
  )
}

/** Dangers that could lock everybody out, and a break-glass that waits. */
function LockedOut() {
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
