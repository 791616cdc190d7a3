import { iso } from '#kernel/time.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { plainCase, type CaseReader } from './cases.ts'
import { groundOf } from './freeze-ground.ts'
import type { AboutFrozen } from './public.ts'
import { freezes } from './tables.ts'

/** Requests to freeze for longer, and to end a freeze: why and by whom it stands, and what stands still. */
export function freezeCases(
  context: AppContext,
  about: AboutFrozen,
  personIn: (lang: string, operatorId: string) => string,
): readonly CaseReader[] {
  const read = () => context.engine.read
  const until = (memberId: string, lang: string) => {
    const at = memberOf(read(), memberId)?.heldUntil ?? null
    return { label: context.text(lang, 'staff.console.case.frozenUntil'), value: at === null ? '—' : iso(at) }
  }
  const brief: CaseReader['brief'] = async (memberId) => {
    const member = memberOf(read(), memberId)
    return member === undefined ? null : plainCase(`#${member.number}`, { page: 'members', path: [memberId] })
  }
  return [
    {
      powers: ['trading.freeze-on'],
      brief,
      detail: async (memberId, _body, lang) => ({
        person: null,
        facts: [until(memberId, lang)],
        checks: [],
        look: 'profile',
      }),
    },
    {
      powers: ['trading.release'],
      brief,
      async detail(memberId, _body, lang) {
        const [{ person, yen }, ground] = await Promise.all([about(memberId), groundOf(context, memberId)])
        const text = (key: string) => context.text(lang, key)
        const froze = read().of(freezes).get(memberId)?.frozenBy ?? []
        return {
          person,
          facts: [
            until(memberId, lang),
            {
              label: text('staff.console.case.ground'),
              value: ground === null ? '—' : text(`staff.reason.${ground}`),
            },
            {
              label: text('staff.console.case.frozenBy'),
              value: froze.map((operatorId) => personIn(lang, operatorId)).join(' / ') || '—',
            },
            { label: text('staff.console.case.stopped'), value: yen },
          ],
          checks: [],
          look: 'profile',
        }
      },
    },
  ]
}
