import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { FREEZE_ALONE, FREEZE_TOGETHER } from '#modules/staff/model/freeze.ts'
import { getFreeze } from '#modules/staff/operator-contract.ts'
import { useMe } from './act.ts'
import { useSpan } from './age.ts'
import { Mark } from './Control.tsx'
import { Decision, type Choice } from './Decision.tsx'
import { PaneSection, PersonName } from './Pane.tsx'

const READERS: readonly string[] = getFreeze.roles ?? []

/**
 * The firm's freeze of a member, wherever an operator meets the member: one reviewer freezes for a day, two
 * for longer, and one who had no part in it opens the account again.
 */
export function Freeze({ memberId, onDone }: { memberId: string; onDone?: () => void }) {
  const t = useT()
  const f = useFormat()
  const span = useSpan()
  const me = useMe()
  const mayKnow = me !== undefined && me.roles.some((role) => READERS.includes(role))
  const state = useRead(
    getFreeze,
    { params: { id: memberId } },
    { poll: 'deskCase', quiet: true, enabled: mayKnow },
  ).data
  if (state === undefined) return null
  const { number, own, until, by, hindrances } = state
  const args = { number: String(number) }
  const freezing: Choice = {
    power: 'trading.freeze',
    reason: 'takeover',
    label: t('console.freeze.alone', { span: span(FREEZE_ALONE) }),
    tone: 'danger',
    hindrance: hindrances['trading.freeze'],
    confirm: t('console.freeze.aloneConfirm', { ...args, span: span(FREEZE_ALONE) }),
  }
  const together: Choice = {
    power: 'trading.freeze-on',
    reason: 'takeover',
    label: t(until === null ? 'console.freeze.together' : 'console.freeze.longer', {
      span: span(FREEZE_TOGETHER),
    }),
    tone: 'danger',
    hindrance: hindrances['trading.freeze-on'],
    confirm: t('console.freeze.togetherConfirm', { ...args, span: span(FREEZE_TOGETHER) }),
  }
  const opening: Choice = {
    power: 'trading.unfreeze',
    label: t('console.freeze.open'),
    hindrance: hindrances['trading.unfreeze'],
    confirm: t('console.freeze.openConfirm', args),
  }
  return (
    <>
      <PaneSection title={t('console.freeze.title')} note={t('console.freeze.seen')}>
        <p className="flex flex-wrap items-center gap-2">
          <Mark tone={until === null && !own ? 'ok' : 'danger'}>
            {until !== null
              ? t('console.freeze.until', { at: f.moment(until) })
              : t(own ? 'console.freeze.own' : 'console.freeze.none')}
          </Mark>
          {by.map((person) => (
            <span key={person.operatorId} className="text-1 text-grey-1">
              <PersonName person={person} />
            </span>
          ))}
        </p>
      </PaneSection>
      {me?.roles.includes('reviewer') === true && (
        <Decision
          inline
          subject={memberId}
          choices={until === null ? [freezing, together] : [together, opening]}
          onDone={() => {
            refresh(getFreeze)
            onDone?.()
          }}
        />
      )}
    </>
  )
}
