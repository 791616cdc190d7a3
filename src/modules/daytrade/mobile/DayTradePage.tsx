import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { useLatest, useTopic } from '#client/topics.ts'
import { marketTopic } from '#modules/market/contract.ts'
import { memberTopic } from '#modules/portfolio/contract.ts'
import { useMember } from '#client/member.ts'
import { IconClock } from '@tabler/icons-react'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { dayTradeTopic, getDayTrade, listDayApplications } from '../contract.ts'
import { Applications } from './Applications.tsx'
import { ApplySheet, type Chosen } from './ApplySheet.tsx'
import { Inventory } from './Inventory.tsx'

/** The day's inventory, live, and what the member applied for. */
export default function DayTradePage({ params }: ScreenProps<'dayTrade'>) {
  const t = useT()
  const { isLogin, requireMember } = useMember()
  const [view, setView] = useState<'inventory' | 'applications'>(
    params.view === 'applications' ? 'applications' : 'inventory',
  )
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [open, setOpen] = useState(false)
  const read = useRead(getDayTrade, {})
  const applications = useRead(listDayApplications, {}, { enabled: isLogin })
  const left = useLatest(dayTradeTopic, {})
  // A window opens and closes with the clock, a day ends with its phase: both are seen in the market's own
  // word.
  const phase = useLatest(marketTopic, {})?.phase
  const [seen, setSeen] = useState(phase)
  if (seen !== phase) {
    setSeen(phase)
    refresh(getDayTrade)
  }
  useTopic(
    memberTopic,
    isLogin ? {} : null,
    (event) => {
      if (event.type === 'applications') refresh(listDayApplications)
    },
    { onReset: () => refresh(listDayApplications) },
  )

  const pick = (next: Chosen) =>
    requireMember(t(next.side === 'up' ? 'daytrade.act.buy' : 'daytrade.act.sell'), () => {
      setChosen(next)
      setOpen(true)
    })
  return (
    <Page
      nav={<NavigationBar title={t('daytrade.title')} />}
      onRefresh={async () =>
        void (await Promise.all([read.refetch(), isLogin ? applications.refetch() : null]))
      }
    >
      <Tabs
        label={t('daytrade.title')}
        value={view}
        onChange={setView}
        tabs={[
          { id: 'inventory', label: t('daytrade.tab.inventory') },
          {
            id: 'applications',
            label: t('daytrade.tab.applications'),
            count: applications.data?.length || undefined,
          },
        ]}
      >
        {view === 'inventory' ? (
          <Loaded
            read={read}
            skeleton={
              <Section flush>
                <Skeleton kind="lines" rows={8} />
              </Section>
            }
            title={t('daytrade.cannotLoad')}
          >
            {(day) =>
              day === null ? (
                <Empty
                  icon={<IconClock stroke={1.75} className="size-8" aria-hidden />}
                  title={t('daytrade.none')}
                  note={t('daytrade.noneNote')}
                  action={{ label: t('daytrade.toMarket'), href: paths.market() }}
                />
              ) : (
                <Inventory day={day} left={left} onPick={pick} />
              )
            }
          </Loaded>
        ) : (
          <Applications read={applications} isLogin={isLogin} onInventory={() => setView('inventory')} />
        )}
      </Tabs>
      {chosen !== null && read.data && (
        <ApplySheet
          key={`${chosen.row.code} ${chosen.side}`}
          day={read.data}
          chosen={chosen}
          left={left}
          open={open}
          onClose={() => setOpen(false)}
          onApplied={() => {
            setOpen(false)
            setView('applications')
          }}
        />
      )}
    </Page>
  )
}
