import { randomBytes } from '#client/clock.ts'
import { useDraft } from '#client/drafts.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { hexOf } from '#kernel/hex.ts'
import { tenthsOf } from '#kernel/price.ts'
import { apply } from '#modules/draws/contract.ts'
import { heldFor, UNIT_SHARES } from '#modules/draws/model/apply.ts'
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
import type { OfferingView } from '../contract.ts'
import { IPO_READS } from './use-ipo.ts'

type Props = { offering: OfferingView; open: boolean; onClose: () => void }

/**
 * The number of units, the sum set aside for them, the possible loss; then a confirm that repeats it in
 * numbers.
 */
export function ApplySheet(props: Props) {
  const t = useT()
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t('ipo.apply.title')}>
      <Form {...props} />
    </Sheet>
  )
}

/** From this browser alone, so that nobody else decides what the draw is made of. */
const ownRandom = (): string => hexOf(randomBytes(16))

function Form({ offering, onClose }: Props) {
  const t = useT()
  const f = useFormat()
  const { account } = useAccount()
  const [units, setUnits, drop] = useDraft<number | null>('units', () => 1)
  const write = useWrite(apply, { refreshes: IPO_READS })
  const most = offering.perMemberUnits
  const asked = isWithin(units, 1, most) ? units : null
  const hold = asked === null ? null : heldFor(asked, tenthsOf(offering.bandHigh))
  const left = account === null || hold === null ? null : account.buyingPower - hold
  const unitsText = asked === null ? f.quantity(null) : t('ipo.unitsOf', { n: asked })

  async function submit() {
    if (asked === null) return
    const yes = await confirm({
      title: t('ipo.apply.ask'),
      body: (
        <DefinitionList>
          <DefinitionRow label={`${offering.name} ${offering.code}`}>
            {unitsText}（{f.shares(asked * UNIT_SHARES)}）
          </DefinitionRow>
          <DefinitionRow label={t('ipo.apply.hold')} strong>
            {f.money(hold)}
          </DefinitionRow>
        </DefinitionList>
      ),
    })
    if (!yes) return
    const answer = await write.run({ input: { drawId: offering.id, units: asked, r: ownRandom() } })
    if (!answer.ok) return
    drop()
    toast(t('ipo.apply.done'), { kind: 'ok' })
    onClose()
  }

  return (
    <>
      <div className="flex flex-col gap-3 px-gutter pb-2">
        <p className="text-2">
          <span className="font-strong">{offering.name}</span>{' '}
          <span className="text-1 text-grey-1">{offering.code}</span>
        </p>
        <Stepper
          label={t('ipo.apply.units')}
          unit="units"
          value={units}
          onChange={setUnits}
          step={1}
          min={1}
          max={most}
          display={asked === null ? f.quantity(units) : unitsText}
          hint={t('ipo.apply.unitsHint', { shares: f.shares(asked && asked * UNIT_SHARES), max: most })}
          error={
            asked === null
              ? outOfRange(t, 1, most)
              : left !== null && left < 0
                ? t('ipo.apply.short', { yen: 0 - left })
                : null
          }
        />
        <DefinitionList>
          <DefinitionRow term="band" label={t('ipo.apply.top')}>
            {f.money(offering.bandHigh)}
          </DefinitionRow>
          <DefinitionRow term="ipoHold" label={t('ipo.apply.hold')} strong>
            <Figure size={3}>{f.money(hold)}</Figure>
          </DefinitionRow>
          <DefinitionRow term="buyingPower" label={t('ipo.apply.power')}>
            {f.money(account?.buyingPower)}
          </DefinitionRow>
          <DefinitionRow label={t('ipo.apply.left')}>{f.money(left)}</DefinitionRow>
        </DefinitionList>
        <p className="text-1 text-grey-1">{t('ipo.apply.never')}</p>
        <p className="text-1 text-grey-1">{f.sentences(t('ipo.risk.loss'), t('ipo.risk.odds'))}</p>
        {write.error?.rejection === 'IDENTITY_NEEDED' && (
          <p className="text-1">
            <a className="text-brand underline" href={paths.realName()}>
              {t('ipo.identity')}
            </a>
          </p>
        )}
      </div>
      <div className="flex p-4 pt-2">
        <Button state={write.state} disabled={left === null || left < 0} onPress={() => void submit()}>
          {t('ipo.apply.submit', { units: unitsText })}
        </Button>
      </div>
    </>
  )
}
