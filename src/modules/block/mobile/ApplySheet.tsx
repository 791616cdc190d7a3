import { randomBytes } from '#client/clock.ts'
import { useDraft } from '#client/drafts.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { hexOf } from '#kernel/hex.ts'
import type { Yen } from '#kernel/money.ts'
import { tenthsOf } from '#kernel/price.ts'
import { apply } from '#modules/draws/contract.ts'
import { heldFor, UNIT_SHARES } from '#modules/draws/model/apply.ts'
import { feeOf } from '#modules/margin/model/charges.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import { useAccount } from '#modules/portfolio/mobile/public.ts'
import { useFee } from '#modules/schedules/mobile/public.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { isWithin } from '#ui/figure-input.ts'
import { Figure } from '#ui/Figure.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { outOfRange } from '#ui/out-of-range.ts'
import { Stepper } from '#ui/Stepper.tsx'
import { toast } from '#ui/toast.tsx'
import type { BlockSaleView } from '../contract.ts'
import { BLOCK_READS } from './use-block.ts'

type Props = { sale: BlockSaleView; open: boolean; onClose: () => void; onApplied: () => void }

/** The number of units, what they cost and what can be lost, then a confirm that repeats it in numbers. */
export function ApplySheet(props: Props) {
  const t = useT()
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t('block.apply.title')}>
      <Form {...props} />
    </Sheet>
  )
}

/** A fall of the price that is easily imagined. */
const FALL_PERCENT = 10
const R_BYTES = 16
/** Loss of a sale after that fall, with its fee; the purchase has none. */
function lossYen(cost: Yen, fee: FeeRule): Yen {
  const fall = Math.floor((cost * FALL_PERCENT) / 100)
  return fall + feeOf(cost - fall, fee).totalYen
}

function Form({ sale, onClose, onApplied }: Props) {
  const t = useT()
  const f = useFormat()
  const { account } = useAccount()
  const fee = useFee()
  const [units, setUnits, drop] = useDraft<number | null>(`units ${sale.id}`, () => 1)
  const write = useWrite(apply, { refreshes: BLOCK_READS })
  const most = sale.perMember
  const asked = isWithin(units, 1, most) ? units : null
  const cost = asked === null ? null : heldFor(asked, tenthsOf(sale.hedgingPrice))
  const left = account === null || cost === null ? null : account.buyingPower - cost
  const unitsText = asked === null ? f.quantity(null) : t('block.unitsOf', { n: asked })

  async function submit() {
    if (asked === null) return
    const yes = await confirm({
      title: t('block.apply.ask'),
      body: (
        <DefinitionList>
          <DefinitionRow label={`${sale.name} ${sale.code}`}>{f.shares(asked * UNIT_SHARES)}</DefinitionRow>
          <DefinitionRow label={t('block.hedgingPrice')}>{f.money(sale.hedgingPrice)}</DefinitionRow>
          <DefinitionRow label={t('block.apply.hold')} strong note={t('block.apply.binding')}>
            {f.money(cost)}
          </DefinitionRow>
        </DefinitionList>
      ),
    })
    if (!yes) return
    // From this browser alone, so that nobody else decides what is drawn from.
    const answer = await write.run({
      input: { drawId: sale.id, units: asked, r: hexOf(randomBytes(R_BYTES)) },
    })
    if (!answer.ok) return
    drop()
    toast(t('block.apply.done'), { kind: 'ok' })
    onClose()
    onApplied()
  }

  return (
    <>
      <div className="flex flex-col gap-3 px-gutter pb-2">
        <p className="text-2">
          <span className="font-strong">{sale.name}</span>{' '}
          <span className="text-1 text-grey-1">{sale.code}</span>
        </p>
        <Stepper
          label={t('block.apply.units')}
          unit="units"
          value={units}
          onChange={setUnits}
          step={1}
          min={1}
          max={most}
          display={asked === null ? f.quantity(units) : unitsText}
          hint={t('block.apply.unitsHint', { shares: f.shares(asked && asked * UNIT_SHARES), max: most })}
          error={
            asked === null
              ? outOfRange(t, 1, most)
              : left !== null && left < 0
                ? t('block.apply.short', { yen: 0 - left })
                : null
          }
        />
        <DefinitionList>
          <DefinitionRow label={t('block.hedgingPrice')}>{f.money(sale.hedgingPrice)}</DefinitionRow>
          <DefinitionRow label={t('block.apply.fee')}>{f.money(0)}</DefinitionRow>
          <DefinitionRow label={t('block.apply.hold')} strong>
            <Figure size={3}>{f.money(cost)}</Figure>
          </DefinitionRow>
          <DefinitionRow label={t('block.apply.left')}>{f.money(left)}</DefinitionRow>
          <DefinitionRow label={t('block.apply.fall', { percent: FALL_PERCENT })}>
            <Figure tone="down">
              {f.signedMoney(cost === null || fee === null ? null : 0 - lossYen(cost, fee))}
            </Figure>
          </DefinitionRow>
        </DefinitionList>
        <p className="text-1 text-grey-1">{f.sentences(t('block.apply.binding'), t('block.apply.draw'))}</p>
        {write.error?.rejection === 'IDENTITY_NEEDED' && (
          <p className="text-1">
            <a className="text-brand underline" href={paths.realName()}>
              {t('block.identity')}
            </a>
          </p>
        )}
      </div>
      <div className="flex p-4 pt-2">
        <Button state={write.state} disabled={left === null || left < 0} onPress={() => void submit()}>
          {t('block.apply.submit', { units: unitsText })}
        </Button>
      </div>
    </>
  )
}
