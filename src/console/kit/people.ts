import { useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { nameAt } from '#modules/staff/model/operator-name.ts'
import type { Role } from '#modules/staff/model/power.ts'
import { listNames } from '#modules/staff/operator-contract.ts'

/** A person of the console, as records name them. `name`: where the answer itself says it. */
export type PersonOf = { operatorId?: string; role: Role; number: number; name?: string | null }

/**
 * Names of operators beside their role and number. `at`: what was done then keeps the name of that time; left
 * out: the name of today. null: none was given by then.
 */
export function usePeople() {
  const t = useT()
  const { isLogin } = useSession()
  const people = useRead(listNames, {}, { quiet: true, poll: 'deskRoles', enabled: isLogin }).data
  function nameOf(person: PersonOf, at?: string): string | null {
    if (person.name !== undefined) return person.name
    const found = people?.find(
      ({ operatorId, held }) =>
        operatorId === person.operatorId ||
        (person.operatorId === undefined &&
          held.some(({ role, number }) => role === person.role && number === person.number)),
    )
    const names = found?.names.map(({ name, since }) => ({ name, since: Date.parse(since) })) ?? []
    return nameAt(names, at === undefined ? Infinity : Date.parse(at))
  }
  const roleOf = ({ role, number }: PersonOf): string =>
    t('staff.signer', { role: t(`staff.role.${role}`), number: String(number) })
  const wordsOf = (person: PersonOf, at?: string): string => {
    const name = nameOf(person, at)
    return name === null ? roleOf(person) : t('staff.console.person', { name, who: roleOf(person) })
  }
  return {
    nameOf,
    roleOf,
    /** Name, role and number in one line. */
    wordsOf,
    /** The same of a person that there may be, as tables and their files have it. */
    wordsIfAny: (person: PersonOf | null | undefined): string | null =>
      person === null || person === undefined ? null : wordsOf(person),
  }
}
