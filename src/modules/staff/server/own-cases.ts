import { iso } from '#kernel/time.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { plainCase, type CaseReader } from './cases.ts'
import { operators } from './tables.ts'

/** Requests about an account that is frozen, an operator, and the server's time. */
export function ownCases(context: AppContext): readonly CaseReader[] {
  const read = () => context.engine.read
  const roleIn = (lang: string, role: unknown) => context.text(lang, `staff.role.${String(role)}`)
  const personIn = (lang: string, operatorId: string): string => {
    const known = read().of(operators).get(operatorId)
    return known === undefined
      ? operatorId
      : context.text(lang, 'staff.signer', { role: roleIn(lang, known.role), number: String(known.number) })
  }
  const operator = (
    name: (subject: string, body: Readonly<Record<string, unknown>>, lang: string) => string,
  ): CaseReader['brief'] => {
    return async (subject, body, lang) =>
      plainCase(name(subject, body, lang), { page: 'operators', at: subject })
  }
  return [
    {
      powers: ['trading.freeze-on'],
      async brief(memberId) {
        const member = memberOf(read(), memberId)
        return member === undefined
          ? null
          : plainCase(`#${member.number}`, { page: 'members', path: [memberId] })
      },
      detail: async (memberId, _body, lang) => ({
        person: null,
        facts: [
          {
            label: context.text(lang, 'staff.console.case.frozenUntil'),
            value: heldUntil(memberOf(read(), memberId)?.heldUntil ?? null),
          },
        ],
        checks: [],
        look: 'profile',
      }),
    },
    { powers: ['operator.add'], brief: operator((_subject, { role }, lang) => roleIn(lang, role)) },
    {
      powers: ['operator.role'],
      brief: operator((subject, { role }, lang) =>
        context.text(lang, 'staff.console.case.role', {
          who: personIn(lang, subject),
          to: role === null ? context.text(lang, 'staff.console.operators.leaves') : roleIn(lang, role),
        }),
      ),
    },
    { powers: ['key.rotate'], brief: operator((subject, _body, lang) => personIn(lang, subject)) },
    {
      powers: ['recovery.make'],
      brief: async (_subject, _body, lang) =>
        plainCase(context.text(lang, 'staff.power.recovery.make'), { page: 'operators' }),
    },
    {
      powers: ['clock.confirm'],
      brief: async (_subject, _body, lang) =>
        plainCase(context.text(lang, 'staff.power.clock.confirm'), { page: 'health' }),
    },
  ]
}

const heldUntil = (at: number | null): string => (at === null ? '—' : iso(at))
