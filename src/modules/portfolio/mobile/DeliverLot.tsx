import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import {
  deliverLot,
  getAccount,
  getAccountLog,
  getLot,
  listLots,
  type LotView,
} from '#modules/portfolio/contract.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Section } from '#ui/Section.tsx'

/**
 * 現引 of a leveraged long, 現渡 of a short: says what moves, asks, and does it. Nothing for a lot that cannot be
 * delivered now.
 */
export function DeliverLot({ lot }: { lot: LotView }) {
  const t = useT()
  const f = useFormat()
  const write = useWrite(deliverLot, { refreshes: [getLot, listLots, getAccount, getAccountLog] })
  const leveraged = isLeveraged({ side: lot.side, leverageTenths: Math.round(lot.leverage * 10) })
  if (!leveraged || lot.status !== 'holding') return null
  const way = lot.side === 'up' ? 'take' : 'give'
  const about = { name: lot.name, quantity: f.shares(lot.openQuantity) }

  async function submit() {
    const yes = await confirm({
      title: t(`portfolio.deliver.${way}Title`),
      body:
        way === 'take'
          ? `${t('portfolio.deliver.takeBody', {
              ...about,
              pay: f.money(lot.notional - lot.margin),
              interest: f.money(lot.accrued),
            })} ${t('portfolio.deliver.chargesNote')}`
          : t('portfolio.deliver.giveBody', {
              ...about,
              proceeds: f.money(lot.notional),
              fee: f.money(lot.accrued),
            }),
    })
    if (!yes) return
    const answer = await write.run({ params: { id: lot.id } })
    if (answer.ok) navigate.to(paths.delivery({ lot: lot.id }))
  }

  return (
    <Section>
      <div className="flex">
        <Button kind="secondary" state={write.state} onPress={() => void submit()}>
          {t(`portfolio.deliver.${way}`)}
        </Button>
      </div>
    </Section>
  )
}
