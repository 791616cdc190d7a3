import { useState } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import type { OutputOf } from '#wire/route.ts'
import { useMe } from '#console/kit/act.ts'
import { Decision, type Choice } from '#console/kit/Decision.tsx'
import { PaneSection } from '#console/kit/Pane.tsx'
import { isOperatorName, tidyName } from '../model/operator-name.ts'
import { ROLES, type Role } from '../model/power.ts'
import type { listOperators } from '../operator-contract.ts'

type Operator = OutputOf<typeof listOperators>[number]
const FURTHER = ['operator.grant', 'operator.deputise', 'operator.withdraw'] as const
type Kind = 'operator.role' | 'operator.name' | (typeof FURTHER)[number]

/** Requests about a colleague’s roles, name and keys: an administrator asks, an auditor signs. */
export function RoleChange({ operator, name }: { operator: Operator; name: string }) {
  const t = useT()
  const me = useMe()
  const [kind, setKind] = useState<Kind>('operator.role')
  const [next, setNext] = useState<Role | ''>('')
  const [lastDay, setLastDay] = useState('')
  const [typed, setTyped] = useState('')
  const held = operator.roles.filter(({ endedAt }) => endedAt === null)
  const further = held.slice(1).map(({ role }) => role)
  const options =
    kind === 'operator.withdraw'
      ? further
      : kind === 'operator.role'
        ? ROLES.filter((each) => each !== operator.role)
        : ROLES.filter((each) => !held.some(({ role, until }) => role === each && until === null))
  const isOwn = kind === 'operator.role'
  const choose = (chosen: Kind) => {
    setKind(chosen)
    setNext('')
  }
  const own = useOwnChoices(name, next)
  const isName = kind === 'operator.name'
  const more = useFurtherChoice(isOwn || isName ? 'operator.grant' : kind, name, next, lastDay)
  const named = useNameChoice(name, tidyName(typed))
  return (
    <>
      {me?.powers.includes('operator.role') && (
        <PaneSection title={t('staff.console.operators.change')}>
          <div className="flex flex-col gap-2">
            {me.roles.includes('administrator') && (
              <select
                className="desk-input w-full"
                aria-label={t('staff.console.operators.kind')}
                value={kind}
                onChange={(event) => choose(event.target.value as Kind)}
              >
                <option value="operator.role">{t('staff.console.operators.change')}</option>
                <option value="operator.name">{t('staff.power.operator.name')}</option>
                {FURTHER.filter((each) => each !== 'operator.withdraw' || further.length > 0).map((each) => (
                  <option key={each} value={each}>
                    {t(`staff.power.${each}`)}
                  </option>
                ))}
              </select>
            )}
            {isName ? (
              <input
                className="desk-input w-full"
                aria-label={t('staff.console.operators.newName')}
                placeholder={t('staff.console.operators.newName')}
                maxLength={40}
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            ) : (
              <select
                className="desk-input w-full"
                aria-label={isOwn ? t('staff.console.operators.change') : t('staff.console.operators.role')}
                value={next}
                onChange={(event) => setNext(event.target.value as Role | '')}
              >
                <option value="">{isOwn ? t('staff.console.operators.leaves') : '—'}</option>
                {options.map((each) => (
                  <option key={each} value={each}>
                    {t(`staff.role.${each}`)}
                  </option>
                ))}
              </select>
            )}
            {kind === 'operator.deputise' && (
              <label className="flex items-center justify-between gap-2 text-1">
                {t('staff.console.operators.lastDay')}
                <input
                  type="date"
                  className="desk-input"
                  value={lastDay}
                  onChange={(event) => setLastDay(event.target.value)}
                />
              </label>
            )}
          </div>
        </PaneSection>
      )}
      <Decision key={kind} subject={operator.operatorId} choices={isOwn ? own : isName ? named : more} />
    </>
  )
}

function useOwnChoices(name: string, next: Role | ''): Choice[] {
  const t = useT()
  return [
    {
      power: 'operator.role',
      body: { role: next === '' ? null : next },
      label:
        next === ''
          ? t('staff.console.operators.end')
          : t('staff.console.operators.changeTo', { role: t(`staff.role.${next}`) }),
      tone: next === '' ? 'danger' : 'primary',
      confirm: name,
    },
    {
      power: 'key.rotate',
      label: t('staff.console.operators.rotate'),
      tone: 'neutral',
      confirm: t('staff.console.operators.rotateNote'),
    },
  ]
}

/** The choice of another display name, once it is one. */
function useNameChoice(who: string, name: string): Choice[] {
  const t = useT()
  return isOperatorName(name)
    ? [
        {
          power: 'operator.name',
          body: { name },
          label: t('staff.console.operators.rename'),
          tone: 'primary',
          confirm: `${who} → ${name}`,
        },
      ]
    : []
}

/** The one choice of a form that is filled in; none before. */
function useFurtherChoice(
  power: (typeof FURTHER)[number],
  who: string,
  role: Role | '',
  lastDay: string,
): Choice[] {
  const t = useT()
  const f = useFormat()
  if (role === '' || (power === 'operator.deputise' && lastDay === '')) return []
  const args = { who, role: t(`staff.role.${role}`) }
  return [
    {
      power,
      body: power === 'operator.deputise' ? { role, until: lastDay } : { role },
      label: t(`staff.power.${power}`),
      tone: power === 'operator.withdraw' ? 'danger' : 'primary',
      confirm:
        power === 'operator.deputise'
          ? t('staff.console.operators.deputiseConfirm', { ...args, day: f.day(lastDay) })
          : t(
              power === 'operator.grant'
                ? 'staff.console.operators.grantConfirm'
                : 'staff.console.operators.withdrawConfirm',
              args,
            ),
    },
  ]
}
