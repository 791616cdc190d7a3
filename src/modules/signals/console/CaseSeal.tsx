import { useFormat, useT } from '#client/texts.ts'
import { Mark } from '#console/kit/Control.tsx'
import { Decision, type Choice } from '#console/kit/Decision.tsx'
import { Facts, PaneSection } from '#console/kit/Pane.tsx'
import { REVEAL_REASONS, WITHHOLD_REASONS, type SealState } from '../model/seal.ts'
import type { CaseView } from '../operator-contract.ts'

const TONES = { sealed: 'warn', disclosed: 'ok', withheld: 'danger', never: 'grey' } as const

/** The seal beside the state of a case; null: never sealed, so that the member sees each look. */
export function SealMark({ state }: { state: SealState | null }) {
  const t = useT()
  return <Mark tone={TONES[state ?? 'never']}>{t(`signals.console.seal.${state ?? 'never'}`)}</Mark>
}

/** The seal of a case: its reason and times, and what two people may sign about it. */
export function CaseSeal({ found, onDone }: { found: CaseView; onDone: () => void }) {
  const t = useT()
  const f = useFormat()
  const { sealing, seal } = found
  return (
    <>
      <PaneSection title={t('signals.console.seal')}>
        <p className="text-1 text-grey-1">{t('signals.console.seal.note')}</p>
        {seal !== 'disclosed' && sealing?.reason === 'suspicious-report' && (
          <p className="pt-1 text-warn">{t('signals.console.seal.forbidden')}</p>
        )}
        {sealing !== null && (
          <Facts
            rows={[
              [t('signals.console.seal.reason'), t(`staff.reason.${sealing.reason}`)],
              [t('signals.console.seal.since'), f.moment(sealing.sealedAt)],
              ...(sealing.endedAt === null
                ? []
                : [[t('signals.console.seal.ended'), f.moment(sealing.endedAt)] as const]),
              ...(sealing.withheld === null
                ? []
                : [[t('signals.console.seal.withheldFor'), t(`staff.reason.${sealing.withheld}`)] as const]),
            ]}
          />
        )}
      </PaneSection>
      <Decision key={seal} subject={found.id} choices={useChoices(found)} onDone={onDone} inline />
    </>
  )
}

function useChoices({ seal, sealing, memberNumber }: CaseView): Choice[] {
  const t = useT()
  const number = String(memberNumber)
  // Each reason is a button of its own: the ends of a seal have different ones.
  const disclose = REVEAL_REASONS.map((reason): Choice => ({
    power: 'case.reveal',
    reason,
    label: `${t('signals.console.seal.disclose')}: ${t(`staff.reason.${reason}`)}`,
    tone: 'danger',
    confirm:
      sealing?.reason === 'suspicious-report'
        ? `${t('signals.console.seal.forbidden')} ${t('signals.console.seal.discloseConfirm', { number })}`
        : t('signals.console.seal.discloseConfirm', { number }),
  }))
  if (seal === null)
    return [
      {
        power: 'case.seal',
        label: t('signals.console.seal.do'),
        tone: 'danger',
        confirm: t('signals.console.seal.doConfirm', { number }),
      },
    ]
  if (seal === 'disclosed') return []
  return seal === 'withheld'
    ? disclose
    : [
        // The ends that keep it closed stand first: the other ones are seldom lawful.
        ...WITHHOLD_REASONS.map((reason): Choice => ({
          power: 'case.withhold',
          reason,
          label: `${t('signals.console.seal.withhold')}: ${t(`staff.reason.${reason}`)}`,
          confirm: t('signals.console.seal.withholdConfirm', { number }),
        })),
        ...disclose,
      ]
}
