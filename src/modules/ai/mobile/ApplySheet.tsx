import { useDraft } from '#client/drafts.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { consideration, tenthsOf } from '#kernel/price.ts'
import { feeOf } from '#modules/margin/model/charges.ts'
import { UNIT } from '#modules/instruments/model/universe.ts'
import { outcomeAt } from '#modules/orders/mobile/public.ts'
import { useFee } from '#modules/schedules/mobile/public.ts'
import { useAccount } from '#modules/portfolio/mobile/public.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { isWithin } from '#ui/figure-input.ts'
import { Figure } from '#ui/Figure.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { outOfRange } from '#ui/out-of-range.ts'
import { Stepper } from '#ui/Stepper.tsx'
import { toast } from '#ui/toast.tsx'
import { applyAi, type PickDayView, type PickView } from '../contract.ts'
import { PriceNow } from './PriceNow.tsx'
import { AI_READS, useAi } from './use-ai.ts'

type Props = { day: PickDayView; pick: PickView; open: boolean; onClose: () => void }

/**
 * The number of units, what they cost at most and lose at the stop-loss; then a confirm that repeats it in
 * numbers.
 */
export function ApplySheet(props: Props) {
  const t = useT()
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t('ai.apply.title')}>
      <Form {...props} />
    </Sheet>
  )
}

function Form({ day, pick, onClose }: Props) {
  const t = useT()
  const f = useFormat()
  const { account } = useAccount()
  const most = useAi().data?.card?.perMemberUnits ?? 1
  const [units, setUnits, drop] = useDraft<number | null>('units', () => 1)
  const write = useWrite(applyAi, { refreshes: AI_READS })
  const asked = isWithin(units, 1, most) ? units : null
  const amount = asked === null ? null : consideration(tenthsOf(pick.limit), asked * UNIT)
  const fee = useFee()
  const feeYen = amount === null || fee === null ? null : feeOf(amount, fee).totalYen
  const outcome =
    asked === null || amount === null || fee === null
      ? null
      : outcomeAt(
          { side: 'up', quantity: asked * UNIT, leverageTenths: 10 },
          amount,
          tenthsOf(pick.stopLoss),
          fee,
        )
  const left =
    account === null || amount === null || feeYen === null ? null : account.buyingPower - amount - feeYen
  const unitsText = asked === null ? f.quantity(null) : t('ai.apply.unitsOf', { n: asked })

  async function submit() {
    if (asked === null) return
    const yes = await confirm({
      title: t('ai.apply.ask'),
      body: (
        <DefinitionList>
          <DefinitionRow label={`${pick.name} ${pick.code}`}>{f.shares(asked * UNIT)}</DefinitionRow>
          <DefinitionRow label={t('ai.pick.limit')}>{f.price(pick.limit)}</DefinitionRow>
          <DefinitionRow label={t('ai.apply.amount')} strong>
            {f.money(amount)}
          </DefinitionRow>
          <DefinitionRow label={t('ai.log.entryOn')}>{f.date(day.entryOn)}</DefinitionRow>
          <DefinitionRow label={t('ai.pick.exitOn')}>{f.date(pick.exitOn)}</DefinitionRow>
        </DefinitionList>
      ),
    })
    if (!yes) return
    const answer = await write.run({ input: { pickId: pick.id, units: asked } })
    if (!answer.ok) return
    drop()
    toast(t('ai.apply.done'), { kind: 'ok' })
    onClose()
  }

  return (
    <>
      <div className="flex flex-col gap-3 px-gutter pb-2">
        <p className="text-2">
          <span className="font-strong">{pick.name}</span>{' '}
          <span className="text-1 text-grey-1">{pick.code}</span>
        </p>
        <Stepper
          label={t('ai.apply.units')}
          unit="units"
          value={units}
          onChange={setUnits}
          step={1}
          min={1}
          max={most}
          display={asked === null ? f.quantity(units) : unitsText}
          hint={t('ai.apply.hint', { shares: f.shares(asked && asked * UNIT), max: most })}
          error={
            asked === null
              ? outOfRange(t, 1, most)
              : left !== null && left < 0
                ? t('ai.apply.short', { yen: 0 - left })
                : null
          }
        />
        <DefinitionList>
          <PriceNow pick={pick} />
          <DefinitionRow label={t('ai.apply.amount')} strong>
            <Figure size={3}>{f.money(amount)}</Figure>
          </DefinitionRow>
          <DefinitionRow label={t('ai.apply.fee')}>{f.money(feeYen)}</DefinitionRow>
          <DefinitionRow label={t('ai.apply.loss')}>{f.money(outcome)}</DefinitionRow>
          <DefinitionRow label={t('ai.apply.power')}>{f.money(account?.buyingPower)}</DefinitionRow>
        </DefinitionList>
        <p className="text-1 text-grey-1">{t('ai.apply.noHold')}</p>
        <p className="text-1 text-grey-1">{t('ai.risk.note')}</p>
      </div>
      <div className="flex p-4 pt-2">
        <Button state={write.state} disabled={left === null || left < 0} onPress={() => void submit()}>
          {t('ai.apply.submit', { units: unitsText })}
        </Button>
      </div>
    </>
  )
}
