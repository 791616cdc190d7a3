import { dateJst } from '#kernel/time.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { OutputOf } from '#wire/route.ts'
import { Mark } from '#console/kit/Control.tsx'
import { PersonName } from '#console/kit/Pane.tsx'
import { usePeople } from '#console/kit/people.ts'
import { INCOMPATIBLE } from '../model/powers.ts'
import { listOperators } from '../operator-contract.ts'

type Held = OutputOf<typeof listOperators>[number]['roles'][number]

/** Since when, until when, and by whose signatures somebody holds a role, or held it. */
export function useRoleWords() {
  const t = useT()
  const f = useFormat()
  const { wordsOf } = usePeople()
  const people = (by: Held['by'], at: string) => by.map((person) => wordsOf(person, at)).join(' + ')
  return {
    since: ({ since }: Held) => f.moment(since),
    until: ({ until, endedAt }: Held) =>
      endedAt !== null
        ? f.moment(endedAt)
        : until === null
          ? t('staff.console.operators.forGood')
          : // The last moment of the last day, in Japan.
            f.day(dateJst(Date.parse(until) - 1)),
    by: ({ by, since }: Held) => (by.length === 0 ? t('staff.console.operators.byFirm') : people(by, since)),
    endedBy: ({ endedBy, endedAt }: Held) =>
      endedBy === null ? t('staff.console.operators.byDate') : people(endedBy, endedAt!),
  }
}

/** Everybody at the console by role: since when, until when, by whose signatures. */
export function Holders() {
  const t = useT()
  const words = useRoleWords()
  const { roleOf } = usePeople()
  const read = useRead(listOperators, {}, { poll: 'deskLog' })
  const held = (read.data ?? []).flatMap((operator) =>
    operator.endedAt !== null
      ? []
      : operator.roles.filter(({ endedAt }) => endedAt === null).map((role) => ({ operator, role })),
  )
  return (
    <table className="desk-table wrapping" aria-label={t('staff.console.powers.holders')}>
      <thead>
        <tr>
          <th scope="col">{t('staff.console.operators.role')}</th>
          <th scope="col">{t('staff.console.operators.who')}</th>
          <th scope="col">{t('staff.console.operators.from')}</th>
          <th scope="col">{t('staff.console.operators.until')}</th>
          <th scope="col">{t('staff.console.operators.by')}</th>
        </tr>
      </thead>
      <tbody>
        {held.map(({ operator, role }) => (
          <tr key={`${operator.operatorId} ${role.role}`}>
            <th scope="row" className="font-regular">
              {roleOf(role)}{' '}
              {role.until !== null && <Mark tone="warn">{t('staff.console.operators.deputy')}</Mark>}
            </th>
            <td>
              <PersonName person={operator} />
            </td>
            <td>{words.since(role)}</td>
            <td>{words.until(role)}</td>
            <td>{words.by(role)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The pairs of roles that one person does not hold, each with its reason. */
export function Apart() {
  const t = useT()
  return (
    <ul className="px-4 pb-4 text-1">
      {INCOMPATIBLE.map(({ roles: [one, other], why }) => (
        <li key={`${one} ${other}`} className="py-1">
          {t(`staff.role.${one}`)} · {t(`staff.role.${other}`)}
          <span className="text-grey-1"> — {t(`staff.console.powers.apart.${why}`)}</span>
        </li>
      ))}
    </ul>
  )
}
