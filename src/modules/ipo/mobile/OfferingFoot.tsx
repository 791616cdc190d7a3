import { useMember } from '#client/member.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import type { OfferingView } from '../contract.ts'
import { useDecisions } from './use-decisions.tsx'
import { activeOf } from './labels.ts'

/** The next thing that the member can do. */
export function OfferingFoot({ offering, onApply }: { offering: OfferingView; onApply: () => void }) {
  const t = useT()
  const f = useFormat()
  const { requireMember } = useMember()
  const mine = activeOf(offering)
  const decisions = useDecisions(offering)
  if (mine === null) {
    if (offering.status !== 'open') return null
    return (
      <ActionBar>
        <Button onPress={() => requireMember(t('ipo.apply.title'), onApply)}>{t('ipo.apply')}</Button>
      </ActionBar>
    )
  }
  if (mine.status === 'waiting-for-draw' && offering.status === 'open') {
    return (
      <ActionBar>
        <Button kind="neutral" state={decisions.cancelling} onPress={() => void decisions.cancel(mine)}>
          {t('ipo.cancel')}
        </Button>
      </ActionBar>
    )
  }
  if (mine.status === 'won') {
    return (
      <ActionBar
        summary={
          mine.canConfirm ? undefined : (
            <p className="text-1 text-grey-1">{t('ipo.confirmFrom', { at: f.dateTime(mine.confirmFrom) })}</p>
          )
        }
      >
        <div className="flex w-28 shrink-0">
          <Button kind="neutral" state={decisions.declining} onPress={() => void decisions.decline(mine)}>
            {t('ipo.decline')}
          </Button>
        </div>
        <Button
          state={decisions.confirming}
          disabled={!mine.canConfirm}
          onPress={() => void decisions.confirm(mine)}
        >
          {t('ipo.confirm', { quantity: f.shares(mine.winningQuantity) })}
        </Button>
      </ActionBar>
    )
  }
  if (mine.lotId !== null)
    return (
      <ActionBar>
        <Button href={paths.tradeDetail({ lot: mine.lotId })}>{t('ipo.toLot')}</Button>
      </ActionBar>
    )
  return null
}
