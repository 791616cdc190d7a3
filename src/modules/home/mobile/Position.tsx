import { useMember } from '#client/member.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import { byOrder, holdingsOf, openingPrice } from '#modules/portfolio/model/holdings.ts'
import { Empty } from '#ui/Empty.tsx'
import { Figure } from '#ui/Figure.tsx'
import { LoginInvitation } from '#ui/LoginInvitation.tsx'
import { Row } from '#ui/Row.tsx'
import { Tag } from '#ui/Tag.tsx'

/** The member's holding of one issue, by the orders that opened it. */
export function Position({ lots }: { lots: readonly LotView[] }) {
  const t = useT()
  const f = useFormat()
  const { isLogin } = useMember()
  if (!isLogin) return <LoginInvitation why={t('home.stock.guest')} />
  if (lots.length === 0) return <Empty title={t('home.stock.none')} note={t('home.stock.noneNote')} />
  // An order that was filled at several prices is one line, with their mean; its own page has each.
  // Purchases of shares that have one cost together have no result of their own.
  const filled = holdingsOf(lots).flatMap((all) =>
    byOrder(all.lots).flatMap((own) =>
      holdingsOf(own).map(({ quantity, profitYen }) => {
        const lot = own[0]!
        const isAll = own.length === all.lots.length
        const href = paths.tradeDetail(own.length === 1 ? { lot: lot.id } : { order: lot.orderId })
        return {
          lot,
          quantity,
          href,
          price: isAll ? all.averagePrice : openingPrice(own),
          profitYen: isAll || lot.averageCost === null ? profitYen : undefined,
        }
      }),
    ),
  )
  const profit = lots.reduce((sum, lot) => sum + (lot.floatingProfit ?? 0), 0)
  return (
    <>
      <p className="flex justify-between px-gutter py-2 text-2 text-grey-1">
        {t('home.stock.sum')}
        <Figure size={3} tone="auto" value={profit}>
          {f.signedMoney(profit)}
        </Figure>
      </p>
      <div>
        {filled.map(({ lot, price, quantity, profitYen, href }) => (
          <Row key={lot.id} href={href} className="gap-3">
            <Tag tone={lot.side}>{t(`orders.side.${lot.side}`)}</Tag>
            <span className="min-w-0 grow">
              <span className="block text-2 font-strong">
                {f.price(price)}
                <span className="text-1 font-regular text-grey-1"> × {f.shares(quantity)}</span>
              </span>
              <span className="block text-1 text-grey-1">
                {f.dateTime(lot.openedAt)}
                {f.dot}
                {f.number(lot.leverage, Number.isInteger(lot.leverage) ? 0 : 1)}×
              </span>
            </span>
            {profitYen !== undefined && (
              <Figure size={3} tone="auto" value={profitYen}>
                {f.signedYen(profitYen)}
              </Figure>
            )}
          </Row>
        ))}
      </div>
    </>
  )
}
