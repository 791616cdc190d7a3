import { useId, useState } from 'react'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { FREEZE_ALONE, FREEZE_TOGETHER } from '#modules/staff/model/freeze.ts'
import { getFreeze } from '#modules/staff/operator-contract.ts'
import { powerKey, powerOf, type PowerName } from '#registry/powers.ts'
import type { OutputOf } from '#wire/route.ts'
import { useMe } from './act.ts'
import { useSpan } from './age.ts'
import { Mark } from './Control.tsx'
import { Decision, type Choice } from './Decision.tsx'
import { PaneSection, PersonName } from './Pane.tsx'

const READERS: readonly string[] = getFreeze.roles ?? []

/**
 * The firm's freeze of a member, wherever an operator meets the member: one reviewer freezes for a day, two
 * for longer, and two, of whom one had no part in it, open the account again.
 */
export function Freeze({ memberId, onDone }: { memberId: string; onDone?: () => void }) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const me = useMe()
  const mayKnow = me !== undefined && me.roles.some((role) => READERS.includes(role))
  const state = useRead(
    getFreeze,
    { params: { id: memberId } },
    { poll: 'deskCase', quiet: true, enabled: mayKnow },
  ).data
  if (state === undefined) return null
  const { own, until, by, ground } = state
  return (
    <>
      <PaneSection title={t('console.freeze.title')} note={t('console.freeze.seen')}>
        <p className="flex flex-wrap items-center gap-2">
          <Mark tone={until === null && !own ? 'ok' : 'danger'}>
            {until !== null
              ? t('console.freeze.until', { at: f.moment(until) })
              : t(own ? 'console.freeze.own' : 'console.freeze.none')}
          </Mark>
          {ground !== null && <span className="text-1">{text(`staff.reason.${ground}`)}</span>}
          {by.map((person) => (
            <span key={person.operatorId} className="text-1 text-grey-1">
              <PersonName person={person} />
            </span>
          ))}
        </p>
      </PaneSection>
      {me?.roles.includes('reviewer') === true && (
        <FreezeActs
          memberId={memberId}
          state={state}
          onDone={() => {
            refresh(getFreeze)
            onDone?.()
          }}
        />
      )}
    </>
  )
}

type ActsProps = { memberId: string; state: OutputOf<typeof getFreeze>; onDone: () => void }

/** The acts that a reviewer may sign as things stand, each with its reason and a question. */
function FreezeActs({ memberId, state, onDone }: ActsProps) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const span = useSpan()
  // The member reads it at once: it is chosen, and never there before.
  const [ground, setGround] = useState<string | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const { number, name, until, stopped, hindrances } = state
  const reasonFirst = t('console.decision.reasonFirst')
  const worded = (code: string | null): string => (code === null ? '—' : text(`staff.reason.${code}`))
  const args = { number: String(number), name: name ?? '—', reason: worded(ground) }
  const freezing: Choice = {
    power: 'trading.freeze',
    reason: ground,
    label: t('console.freeze.alone', { span: span(FREEZE_ALONE) }),
    tone: 'danger',
    hindrance: hindrances['trading.freeze'] ?? (ground === null ? reasonFirst : null),
    confirm: t('console.freeze.aloneConfirm', { ...args, span: span(FREEZE_ALONE) }),
  }
  const together: Choice = {
    power: 'trading.freeze-on',
    reason: ground,
    label: t(until === null ? 'console.freeze.together' : 'console.freeze.longer', {
      span: span(FREEZE_TOGETHER),
    }),
    tone: 'danger',
    hindrance: hindrances['trading.freeze-on'] ?? (ground === null ? reasonFirst : null),
    confirm: t('console.freeze.togetherConfirm', { ...args, span: span(FREEZE_TOGETHER) }),
  }
  const opening: Choice = {
    power: 'trading.release',
    reason: why,
    label: t('console.freeze.open'),
    hindrance: hindrances['trading.release'] ?? (why === null ? reasonFirst : null),
    confirm: t('console.freeze.openConfirm', {
      number: String(number),
      name: name ?? '—',
      money: f.money(stopped),
      reason: worded(why),
    }),
  }
  return (
    <>
      <Reasons power="trading.freeze" value={ground} onChange={setGround} />
      {until !== null && <Reasons power="trading.release" value={why} onChange={setWhy} />}
      <Decision
        inline
        subject={memberId}
        choices={until === null ? [freezing, together] : [together, opening]}
        onDone={onDone}
      />
    </>
  )
}

type ReasonsProps = { power: PowerName; value: string | null; onChange: (code: string) => void }

/** The listed reasons of an act, without keys: the case below has those of its own decision. */
function Reasons({ power, value, onChange }: ReasonsProps) {
  const t = useT()
  const text = useText()
  const name = useId()
  const title = t('console.decision.reason', { act: text(powerKey(power)) })
  return (
    <PaneSection title={title}>
      <div role="radiogroup" aria-label={title} className="flex flex-wrap gap-2">
        {(powerOf(power).reasons ?? []).map((code) => (
          <label
            key={code}
            className={`desk-button text-1 ${value === code ? 'bg-brand text-on-brand' : 'bg-sunk text-ink'}`}
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={value === code}
              onChange={() => onChange(code)}
            />
            <span>{text(`staff.reason.${code}`)}</span>
          </label>
        ))}
      </div>
    </PaneSection>
  )
}
