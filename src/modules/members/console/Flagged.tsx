import { useT } from '#client/texts.ts'
import { Decision } from '#console/kit/Decision.tsx'
import { MemberLink } from '#console/kit/Pane.tsx'
import { caseOf, type Side } from '../model/verification.ts'
import type { IdentityCaseView } from '../operator-contract.ts'
import { sideKey } from './side-key.ts'

/** Other members with the same document, above the buttons; nothing where there are none. */
export function FlagNotice({ twins }: Pick<IdentityCaseView, 'twins'>) {
  const t = useT()
  if (twins.length === 0) return null
  return (
    <div role="alert" className="rounded-2 bg-surface p-3 text-danger">
      <p className="font-strong">{t('members.console.flag')}</p>
      <ul className="flex flex-wrap gap-x-4">
        {twins.map(({ memberId, number, state }) => (
          <li key={memberId}>
            <MemberLink memberId={memberId}>#{number}</MemberLink> {t(`members.console.twin.${state}`)}
          </li>
        ))}
      </ul>
      <p className="text-1">{t('members.console.flagNote')}</p>
    </div>
  )
}

type Props = { found: IdentityCaseView; side: Side; onDone: () => Promise<void> }

/** The approval of a flagged side: a reason, a question, and the signatures of two people. */
export function FlaggedSide({ found, side, onDone }: Props) {
  const t = useT()
  const { memberId, number, twins, chip } = found
  const name = t(sideKey(side, chip !== null))
  return (
    <section aria-label={name} className="border-t border-grey-3 pt-2">
      <h4 className="text-1 font-strong">{name}</h4>
      <Decision
        inline
        subject={caseOf(memberId, side)}
        frozen={found.frozen}
        onRefused={() => void onDone()}
        choices={[
          {
            power: 'identity.accept-flagged',
            body: { pictureId: found[side].pictureId },
            label: t('members.console.acceptFlagged'),
            tone: 'danger',
            confirm: t('members.console.flagConfirm', {
              number: String(number),
              others: twins.map((twin) => `#${twin.number}`).join(', '),
            }),
          },
        ]}
        onDone={() => void onDone()}
      />
    </section>
  )
}
