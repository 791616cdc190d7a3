import { useT, useText } from '#client/texts.ts'
import { useMe } from '#console/kit/act.ts'
import { POWER_NAMES, powerKey, powerOf, type PowerName } from '#registry/powers.ts'
import { Apart, Holders } from './Holders.tsx'
import { ROLES } from '../model/power.ts'
import { signaturesOf } from '../model/matrix.ts'

/**
 * Everything that operators may do, and who: the closed list itself, read from where the server takes it.
 * What has no row here nobody can do.
 */
export default function PowersPage() {
  const t = useT()
  const roles = useMe()?.roles ?? []
  return (
    <section className="desk-page" aria-label={t('staff.console.powers.title')}>
      <header className="border-b border-grey-3 px-4 py-3">
        <h1 className="text-3 font-strong">{t('staff.console.powers.title')}</h1>
        <p className="text-1 text-grey-1">{t('staff.console.powers.note')}</p>
      </header>
      <div className="desk-scroll" tabIndex={0} role="group" aria-label={t('staff.console.powers.title')}>
        <table className="desk-table wrapping" aria-label={t('staff.console.powers.title')}>
          <thead className="sticky top-0 bg-surface">
            <tr>
              <th scope="col">{t('staff.console.powers.power')}</th>
              {ROLES.map((each) => (
                <th
                  key={each}
                  scope="col"
                  className={`text-1 ${roles.includes(each) ? 'bg-brand-wash' : ''}`}
                >
                  <span className="whitespace-nowrap">{t(`staff.role.${each}`)}</span>
                </th>
              ))}
              <th scope="col">{t('staff.console.powers.reason')}</th>
              <th scope="col">{t('staff.console.powers.seen')}</th>
            </tr>
          </thead>
          <tbody>
            {POWER_NAMES.filter((name) => !powerOf(name).retired).map((name) => (
              <PowerRow key={name} name={name} />
            ))}
          </tbody>
        </table>
        <h2 className="px-4 pt-6 pb-1 text-2 font-strong">{t('staff.console.powers.holders')}</h2>
        <Holders />
        <h2 className="px-4 pt-6 pb-1 text-2 font-strong">{t('staff.console.powers.apart')}</h2>
        <Apart />
      </div>
    </section>
  )
}

function PowerRow({ name }: { name: PowerName }) {
  const t = useT()
  const text = useText()
  const power = powerOf(name)
  const mine = useMe()?.roles ?? []
  return (
    <tr>
      <th scope="row" className="font-regular">
        {text(powerKey(name))}
        <span className="block text-1 text-grey-1">
          {power.signers.length === 0
            ? t('staff.console.powers.rule')
            : t('staff.console.powers.signatures', { count: power.signers.length })}
          {power.from !== undefined && ` · ${t('staff.console.powers.nextDay')}`}
          {power.standing && ` · ${t('staff.console.powers.standing')}`}
        </span>
      </th>
      {ROLES.map((role) => (
        <td key={role} className={`text-1 ${mine.includes(role) ? 'bg-brand-wash' : ''}`}>
          {signaturesOf(power, role).map((place) => (
            <span key={place} className="block whitespace-nowrap">
              {power.prepared && place === 1
                ? t('staff.console.powers.prepares')
                : t('staff.console.powers.signs', { place })}
            </span>
          ))}
        </td>
      ))}
      <td>{t(`staff.console.powers.reason.${power.reason}`)}</td>
      <td>{t(`staff.console.powers.seen.${power.seen}`)}</td>
    </tr>
  )
}
