import type { ReactNode } from 'react'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { useVenue } from '#client/venue.ts'
import { listPools } from '#modules/copy/contract.ts'
import { listApplications, listDraws } from '#modules/draws/contract.ts'
import { listWithdrawals } from '#modules/funding/contract.ts'
import { listOrders } from '#modules/orders/contract.ts'
import { Button } from '#ui/Button.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { useTourInvite } from './tour-invite.ts'

/**
 * Five things that can be checked here and nowhere else, each at the member's own example where there is one.
 */
export default function TourPage(_: ScreenProps<'tour'>) {
  const t = useT()
  const { isSkipped, skip } = useTourInvite()
  const { sealedDays } = useVenue()
  const examples = useExamples()
  const step = (name: Step, links: ReactNode) => (
    <li key={name} className="mt-band">
      <Section flush first>
        <SectionHead flush title={t(`home.tour.${name}.title`)} />
        <p className="px-gutter pb-2 text-2 text-grey-1">{t(`home.tour.${name}.note`)}</p>
        {links}
      </Section>
    </li>
  )
  return (
    <Page nav={<NavigationBar title={t('home.tour.title')} />}>
      <Section>
        <p className="text-2">{t('home.tour.intro')}</p>
      </Section>
      <ol>
        {step(
          'draw',
          <MenuRow
            href={examples.draw.href}
            label={t('home.tour.draw.go', { which: examples.draw.which })}
          />,
        )}
        {step(
          'receipt',
          <>
            <MenuRow href={examples.receipt} label={t('home.tour.receipt.go')} />
            {sealedDays && <MenuRow href={paths.marketDays()} label={t('home.tour.receipt.day')} />}
          </>,
        )}
        {step('pool', <MenuRow href={examples.pool} label={t('home.tour.pool.go')} />)}
        {step('ai', <MenuRow href={paths.ai({ view: 'record' })} label={t('home.tour.ai.go')} />)}
        {step('withdrawal', <MenuRow href={examples.withdrawal} label={t('home.tour.withdrawal.go')} />)}
      </ol>
      {!isSkipped && (
        <Section>
          <div className="flex">
            <Button
              kind="secondary"
              onPress={() => {
                skip()
                navigate.back()
              }}
            >
              {t('home.tour.done')}
            </Button>
          </div>
        </Section>
      )}
    </Page>
  )
}

type Step = 'draw' | 'receipt' | 'pool' | 'ai' | 'withdrawal'

type Examples = {
  draw: { which: 'lost' | 'won' | 'others' | 'none'; href: string }
  receipt: string
  pool: string
  withdrawal: string
}

/** The member's own examples; where there is none yet, others' or the page on which it will be. */
function useExamples(): Examples {
  const quiet = { quiet: true } as const
  const applications = useRead(listApplications, { query: {} }, quiet).data ?? []
  const orders = useRead(listOrders, { query: {} }, quiet).data ?? []
  const pools = useRead(listPools, {}, quiet).data ?? []
  const withdrawals = useRead(listWithdrawals, { query: {} }, quiet).data ?? []
  const draws = useRead(listDraws, {}, quiet).data?.draws ?? []
  const decided = applications.filter(({ draw }) => draw.status === 'decided')
  const lost = decided.find(({ status }) => status === 'not-won')
  const own = lost ?? decided[0]
  const others = draws.find(({ status }) => status === 'decided')
  const order = orders.find(({ fills }) => fills.some(({ receipt }) => receipt !== null))
  const digest = order?.fills.find(({ receipt }) => receipt !== null)?.receipt
  const oldest = pools.findLast(({ navOn }) => navOn !== null)
  const paid = withdrawals.find(({ state }) => state === 'paid')
  return {
    draw:
      own !== undefined
        ? {
            which: lost === undefined ? 'won' : 'lost',
            href: paths.drawCheck({ id: own.drawId, application: own.id }),
          }
        : others === undefined
          ? { which: 'none', href: paths.drawCheck() }
          : { which: 'others', href: paths.drawCheck({ id: others.id }) },
    receipt:
      order === undefined || digest === null || digest === undefined
        ? paths.orders()
        : paths.receipt({ order: order.id, digest }),
    pool: oldest === undefined ? paths.copy() : paths.copy({ id: oldest.id }),
    withdrawal: paid === undefined ? paths.withdrawalClock() : paths.withdrawal({ id: paid.id }),
  }
}
