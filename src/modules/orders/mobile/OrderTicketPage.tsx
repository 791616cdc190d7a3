import type { ReactNode } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/session.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Empty, ErrorState } from '#ui/Empty.tsx'
import { LoginInvitation } from '#ui/LoginInvitation.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TicketForm } from './TicketForm.tsx'
import { useTicket } from './use-ticket.ts'

export default function OrderTicketPage({ params }: ScreenProps<'orderTicket'>) {
  const t = useT()
  const f = useFormat()
  const { isLogin } = useSession()
  const code = params.code ?? ''
  const ticket = useTicket(code)
  const { stock, quote, market, account, funds, info, traded } = ticket
  const navWith = (action: ReactNode) => (
    <NavigationBar
      title={t('orders.ticket.title')}
      actions={
        account !== null && (
          <>
            {action}
            <span className="pr-2 text-right whitespace-nowrap">
              <span className="text-grey-1 text-1 block">{t('orders.ticket.buyingPower')}</span>
              <span className="text-2 font-strong block">{f.yen(account.buyingPower)}</span>
            </span>
          </>
        )
      }
    />
  )
  const nav = navWith(null)
  if (code === '' || !isLogin) {
    return (
      <Page nav={nav}>
        {code === '' ? (
          <Empty
            title={t('orders.ticket.noStock')}
            note={t('orders.ticket.noStockNote')}
            action={{ label: t('orders.trade.findStock'), href: paths.search() }}
          />
        ) : (
          <LoginInvitation
            why={t('mobile.guest.act', { act: t('orders.ticket.title') })}
            note={t('orders.trade.guestNote')}
          />
        )}
      </Page>
    )
  }
  if (
    stock === null ||
    quote === null ||
    market === null ||
    account === null ||
    funds === null ||
    info === null ||
    traded === null
  ) {
    return (
      <Page nav={nav}>
        {ticket.error ? (
          <ErrorState error={ticket.error} onRetry={ticket.retry} />
        ) : (
          <Skeleton kind="lines" rows={8} />
        )}
      </Page>
    )
  }
  return (
    <TicketForm
      key={code}
      nav={navWith}
      params={params}
      stock={stock}
      quote={quote}
      market={market}
      account={funds}
      info={info}
      lots={ticket.lots}
      traded={traded}
    />
  )
}
