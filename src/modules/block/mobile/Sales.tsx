import { IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useMember } from '#client/member.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Pairs } from '#ui/Pairs.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import type { BlockSaleView } from '../contract.ts'
import { discountBp } from '../model/discount.ts'
import { ApplySheet } from './ApplySheet.tsx'
import { useSales } from './use-block.ts'

const TONES: Readonly<Record<BlockSaleView['status'], TagTone>> = {
  open: 'brand',
  published: 'grey',
  closed: 'grey',
  drawn: 'grey',
  void: 'warn',
}

/** Block sales, the nearest close first; one that is over says how it ended. */
export function Sales({ onApplied }: { onApplied: () => void }) {
  const t = useT()
  const read = useSales()
  const { requireMember } = useMember()
  const [chosen, setChosen] = useState<BlockSaleView | null>(null)
  const [isOpen, setOpen] = useState(false)
  const apply = (sale: BlockSaleView) =>
    requireMember(t('block.apply.title'), () => {
      setChosen(sale)
      setOpen(true)
    })
  return (
    <>
      <Loaded
        read={read}
        skeleton={
          <Section flush>
            <Skeleton kind="lines" rows={8} />
          </Section>
        }
        title={t('block.cannotLoad')}
        empty={
          <Empty
            icon={<IconStack2 stroke={1.75} className="size-8" aria-hidden />}
            title={t('block.none')}
            note={t('block.noneNote')}
            action={{ label: t('block.toMarket'), href: paths.market() }}
          />
        }
      >
        {(sales) =>
          sales.map((sale) => (
            <Sale key={sale.id} sale={sale} onApply={() => apply(sale)} onMine={onApplied} />
          ))
        }
      </Loaded>
      {chosen && (
        <ApplySheet sale={chosen} open={isOpen} onClose={() => setOpen(false)} onApplied={onApplied} />
      )}
    </>
  )
}

function Sale({ sale, onApply, onMine }: { sale: BlockSaleView; onApply: () => void; onMine: () => void }) {
  const t = useT()
  const f = useFormat()
  const { id, status, code, name, hedgingPrice, previousClose } = sale
  const words = {
    open: t('block.status.open', { until: f.dateTime(sale.closesAt) }),
    published: t('block.status.published', { from: f.dateTime(sale.opensAt) }),
    closed: t('block.status.closed'),
    drawn: t('block.status.drawn'),
    void: t('block.status.void'),
  }
  return (
    <Section label={name}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1">
        <h2 className="min-w-0 text-3 font-strong">
          <a
            className="relative after:absolute after:inset-x-0 after:-inset-y-3"
            href={paths.stock({ code })}
          >
            {name}
          </a>
        </h2>
        <span className="text-1 text-grey-1">{code}</span>
        <span className="grow" />
        <Tag tone={TONES[status]}>{words[status]}</Tag>
      </div>
      {sale.voidWords !== null && <p className="pb-1 text-1 text-grey-1">{sale.voidWords}</p>}
      <Pairs
        rows={[
          [
            t('block.hedgingPrice'),
            <strong key="price" className="font-strong">
              {f.price(hedgingPrice)}
            </strong>,
          ],
          [t('block.price'), f.price(sale.price)],
          [t('block.previousClose'), f.price(previousClose)],
          [t('block.discount'), f.percent(0 - discountBp(previousClose, hedgingPrice))],
          [t('block.remaining'), t('block.remainingOf', { left: sale.remaining, units: sale.units })],
          [t('block.perMember'), t('block.unitsOf', { n: sale.perMember })],
          [t('block.saleOn'), f.date(sale.saleOn)],
          [t('block.needed'), f.money(hedgingPrice * 100)],
        ]}
      />
      {status === 'open' && (
        <div className="flex items-center gap-3 pt-2">
          <p className="min-w-0 flex-1 text-1 text-grey-1">
            {sale.remaining === 0
              ? t('block.over', { wanted: sale.wanted, units: sale.units })
              : t('block.under')}
          </p>
          <div className="flex w-40 shrink-0">
            {sale.mine === null ? (
              <Button size="s" onPress={onApply}>
                {t('block.apply')}
              </Button>
            ) : (
              <Button size="s" kind="secondary" onPress={onMine}>
                {t('block.applied')}
              </Button>
            )}
          </div>
        </div>
      )}
      {(status === 'drawn' || status === 'closed') && (
        <p className="pt-2 text-right text-2">
          <a
            className="inline-flex min-h-touch items-center text-brand"
            href={paths.drawCheck({ id, ...(sale.mine === null ? {} : { application: sale.mine }) })}
          >
            {t('block.toDraw')}
          </a>
        </p>
      )}
    </Section>
  )
}
