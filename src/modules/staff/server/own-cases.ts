import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { formatter } from '#i18n/format.ts'
import { langOf } from '#i18n/lang.ts'
import type { AppContext } from '#modules/module.ts'
import { plainCase, type CaseReader } from './cases.ts'
import { freezeCases } from './freeze-cases.ts'
import { rolesOf } from './held-roles.ts'
import type { AboutFrozen } from './public.ts'
import { nameOf } from './operator-names.ts'
import { operators } from './tables.ts'

/** Requests about an account that is frozen, an operator, and the server's time. */
export function ownCases(context: AppContext, about: AboutFrozen): readonly CaseReader[] {
  const read = () => context.engine.read
  const roleIn = (lang: string, role: unknown) => context.text(lang, `staff.role.${String(role)}`)
  const personIn = (lang: string, operatorId: string): string => {
    const known = read().of(operators).get(operatorId)
    if (known === undefined) return operatorId
    const who = context.text(lang, 'staff.signer', {
      role: roleIn(lang, known.role),
      number: String(known.number),
    })
    const name = nameOf(read(), operatorId)
    return name === null ? who : context.text(lang, 'staff.console.person', { name, who })
  }
  const dayIn = (lang: string, date: string): string => formatter(langOf(lang)).day(date)
  const roleLabel = (lang: string) => context.text(lang, 'staff.console.operators.role')
  const nameLabel = (lang: string) => context.text(lang, 'staff.console.operators.name')
  const roleAfter = (lang: string, role: unknown) =>
    role === null ? context.text(lang, 'staff.console.operators.leaves') : roleIn(lang, role)
  const operator = (
    name: (subject: string, body: Readonly<Record<string, unknown>>, lang: string) => string,
  ): CaseReader['brief'] => {
    return async (subject, body, lang) =>
      plainCase(name(subject, body, lang), { page: 'operators', at: subject })
  }
  return [
    ...freezeCases(context, about, personIn),
    {
      powers: ['operator.add'],
      brief: operator((_subject, { role }, lang) => roleIn(lang, role)),
      terms: (_subject, { role, name }, lang) => [
        { label: roleLabel(lang), value: roleIn(lang, role) },
        ...(typeof name === 'string' ? [{ label: nameLabel(lang), value: name }] : []),
      ],
    },
    {
      powers: ['operator.name'],
      brief: operator((subject, _body, lang) => personIn(lang, subject)),
      terms(subject, { name }, lang) {
        const was = nameOf(read(), subject)
        return [
          { label: context.text(lang, 'staff.console.operators.who'), value: personIn(lang, subject) },
          { label: nameLabel(lang), value: String(name), ...(was === null ? {} : { was }) },
        ]
      },
    },
    {
      powers: ['operator.role'],
      brief: operator((subject, body, lang) =>
        context.text(lang, 'staff.console.case.role', {
          who: personIn(lang, subject),
          to: roleAfter(lang, body.role),
        }),
      ),
      terms(subject, body, lang) {
        const known = read().of(operators).get(subject)
        return [
          { label: context.text(lang, 'staff.console.operators.who'), value: personIn(lang, subject) },
          {
            label: roleLabel(lang),
            value: roleAfter(lang, body.role),
            ...(known === undefined || known.endedAt !== null ? {} : { was: roleIn(lang, known.role) }),
          },
        ]
      },
    },
    {
      powers: ['operator.grant', 'operator.deputise', 'operator.withdraw'],
      brief: operator((subject, body, lang) =>
        context.text(lang, 'staff.console.case.further', {
          who: personIn(lang, subject),
          role: roleIn(lang, body.role),
        }),
      ),
      terms(subject, body, lang) {
        const held = rolesOf(read(), subject, context.clock.wall())
        return [
          { label: context.text(lang, 'staff.console.operators.who'), value: personIn(lang, subject) },
          { label: roleLabel(lang), value: roleIn(lang, body.role) },
          {
            label: context.text(lang, 'staff.console.operators.holds'),
            value: held.map((role) => roleIn(lang, role)).join(' / ') || '—',
          },
          ...(typeof body.until === 'string'
            ? [
                {
                  label: context.text(lang, 'staff.console.operators.lastDay'),
                  value: dayIn(lang, body.until),
                },
              ]
            : []),
        ]
      },
    },
    {
      powers: ['key.rotate'],
      brief: operator((subject, _body, lang) => personIn(lang, subject)),
      terms: (subject, _body, lang) => [
        { label: context.text(lang, 'staff.console.operators.who'), value: personIn(lang, subject) },
      ],
    },
    {
      powers: ['recovery.make'],
      brief: async (_subject, _body, lang) =>
        plainCase(context.text(lang, 'staff.power.recovery.make'), { page: 'operators' }),
      terms: () => [],
    },
    {
      powers: ['clock.confirm'],
      brief: async (_subject, _body, lang) =>
        plainCase(context.text(lang, 'staff.power.clock.confirm'), { page: 'health' }),
      terms: (_subject, { byMs }, lang) => [
        {
          label: context.text(lang, 'health.console.clock.ahead'),
          value: context.text(lang, 'health.console.clock.aheadBy', {
            days: Math.floor(Number(byMs) / DAY),
            hours: Math.floor((Number(byMs) % DAY) / HOUR),
            minutes: Math.floor((Number(byMs) % HOUR) / MINUTE),
          }),
        },
      ],
    },
  ]
}
