import { useState } from 'react'
import { dateJst } from '#kernel/time.ts'
import type { ScreenProps } from '#client/screens.ts'
import { paths } from '#client/paths.ts'
import { useMarketDay } from '#client/market-day.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { direction } from '#i18n/format.ts'
import { DEBT_ACCOUNTS, OWN_ACCOUNTS, type MemberAccount } from '#modules/ledger/model/accounts.ts'
import { ENTRY_GROUPS, type EntryGroup } from '#modules/ledger/model/groups.ts'
import { getAccount, getAccountLog, type AccountView, type EntryView } from '#modules/portfolio/contract.ts'
import { isOffDay, useOffDays } from '#modules/venue/mobile/public.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Figure } from '#ui/Figure.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { daysOf, type PeriodChoice } from '#ui/period.ts'
import { PeriodPick } from '#ui/PeriodPick.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { accountKey } from '../model/account-key.ts'

const PAGE = 50
const MOST = 9_950
const ACCOUNTS: readonly MemberAccount[] = [...OWN_ACCOUNTS, ...DEBT_ACCOUNTS]

/**
 * `only`: the sub-account that the page is about; what enters it counts up, also from another of the
 * member's. `isOff`: the exchange did not run on its day.
 */
function Entry({
  entry,
  only,
  isOff,
}: {
  entry: EntryView
  only: MemberAccount | undefined
  isOff: boolean
}) {
  const t = useT()
  const f = useFormat()
  const nameOf = (account: string) => t(`portfolio.account.${accountKey(account)}`)
  const amount = only === undefined ? entry.amount : entry.to === only ? entry.moved : 0 - entry.moved
  return (
    <li className="border-grey-3 mx-4 flex items-start justify-between gap-3 border-b py-2">
      <div className="min-w-0">
        <p className="text-2 font-strong">
          {t(`portfolio.entry.${entry.kind}`)}
          {entry.code !== null && <span className="text-grey-1 text-1 font-regular"> {entry.code}</span>}
        </p>
        <p className="text-grey-1 text-1">
          {t('portfolio.log.move', { from: nameOf(entry.from), to: nameOf(entry.to) })}
        </p>
        <p className="text-grey-1 text-1">{f.dateTime(entry.at)}</p>
        {isOff && <p className="text-grey-1 text-1">{t('venue.off.record')}</p>}
        {entry.kind === 'fee' && entry.orderId !== null && (
          <a
            className="relative text-1 inline-block py-1 text-brand after:absolute after:inset-x-0 after:-inset-y-2.5"
            href={paths.receipt({ order: entry.orderId })}
          >
            {t('orders.receipt.link')}
          </a>
        )}
      </div>
      <div className="shrink-0 text-right">
        {amount === 0 ? (
          <p className="text-grey-1 text-1 py-1">
            {t('portfolio.log.inside', { moved: f.money(entry.moved) })}
          </p>
        ) : (
          <Figure size={3} tone={direction(amount) === 'up' ? 'up' : 'down'} unit={t('ui.yen')}>
            {f.signedYen(amount)}
          </Figure>
        )}
      </div>
    </li>
  )
}

/**
 * The balance of all own money, and the sub-accounts that it adds up from; or the one that the page is about.
 */
function Balance({ account, only }: { account: AccountView; only: MemberAccount | undefined }) {
  const t = useT()
  const f = useFormat()
  if (only !== undefined) {
    return (
      <Section>
        <p className="text-grey-1 text-1">{t(`portfolio.account.${accountKey(only)}`)}</p>
        <Figure size={4} unit={t('ui.yen')}>
          {f.yen(account[only])}
        </Figure>
        <p className="text-grey-1 text-1 pt-1">{t('portfolio.log.addsUp')}</p>
      </Section>
    )
  }
  const shown = OWN_ACCOUNTS.filter((name) => account[name] !== 0)
  const debts = DEBT_ACCOUNTS.filter((name) => account[name] !== 0)
  return (
    <>
      <Section>
        <p className="text-grey-1 text-1">{t('portfolio.log.sum')}</p>
        <Figure size={4} unit={t('ui.yen')}>
          {f.yen(OWN_ACCOUNTS.reduce((sum, name) => sum + account[name], 0))}
        </Figure>
        <p className="text-grey-1 text-1 pt-1">{t('portfolio.log.lead')}</p>
      </Section>
      {shown.length > 1 && (
        <Section flush>
          <SectionHead flush title={t('portfolio.log.adds')} />
          {shown.map((name) => (
            <MenuRow
              key={name}
              label={t(`portfolio.account.${accountKey(name)}`)}
              value={<span className="text-2">{f.money(account[name])}</span>}
              href={paths.accountLog({ account: name })}
            />
          ))}
        </Section>
      )}
      {debts.length > 0 && (
        <Section flush>
          <SectionHead flush title={t('portfolio.log.owed')} />
          {debts.map((name) => (
            <MenuRow
              key={name}
              label={t(`portfolio.account.${accountKey(name)}`)}
              value={<span className="text-2">{f.signedMoney(-account[name])}</span>}
              href={paths.accountLog({ account: name })}
            />
          ))}
        </Section>
      )}
    </>
  )
}

/**
 * Every yen that moved: of the whole account, of one sub-account, of an order or a lot; by kind and period.
 */
export default function AccountLogPage({ params }: ScreenProps<'accountLog'>) {
  const t = useT()
  const today = useMarketDay()
  const off = useOffDays()
  const [limit, setLimit] = useState(PAGE)
  const [group, setGroup] = useState<EntryGroup>()
  const [period, setPeriod] = useState<PeriodChoice>({ name: 'all' })
  const { order, lot } = params
  const only = ACCOUNTS.find((name) => name === params.account)
  const whole = order === undefined && lot === undefined
  const account = useRead(getAccount, {}, { enabled: whole })
  const log = useRead(
    getAccountLog,
    {
      query: {
        limit: String(limit),
        account: only,
        order,
        lot,
        group,
        ...(whole ? daysOf(period, today) : {}),
      },
    },
    { keepPrevious: true },
  )

  return (
    <Page
      nav={
        <NavigationBar title={t(whole && only === undefined ? 'portfolio.log.title' : 'portfolio.log.one')} />
      }
      onRefresh={async () => void (await Promise.all([log.refetch(), account.refetch()]))}
    >
      {whole && (
        <Loaded
          read={account}
          skeleton={
            <Section flush>
              <Skeleton kind="figure" rows={2} />
            </Section>
          }
        >
          {(view) => <Balance account={view} only={only} />}
        </Loaded>
      )}
      {whole && (
        <Section>
          <PeriodPick value={period} onChange={setPeriod} />
          <Chips label={t('portfolio.log.group')}>
            <Chip selected={group === undefined} onPress={() => setGroup(undefined)}>
              {t('portfolio.log.all')}
            </Chip>
            {ENTRY_GROUPS.map((each) => (
              <Chip key={each} selected={group === each} onPress={() => setGroup(each)}>
                {t(`records.group.${each}`)}
              </Chip>
            ))}
          </Chips>
        </Section>
      )}
      <Section flush>
        <Loaded read={log} skeleton={<Skeleton kind="lines" rows={6} />}>
          {(entries) =>
            entries.length === 0 ? (
              group === undefined && period.name === 'all' ? (
                <Empty
                  title={t('portfolio.log.empty')}
                  note={t('portfolio.log.emptyNote')}
                  action={{ label: t('records.log.deposit'), href: paths.recharge() }}
                />
              ) : (
                <Empty title={t('portfolio.log.noneSuch')} />
              )
            ) : (
              <>
                <ul>
                  {entries.map((entry) => (
                    <Entry
                      key={entry.id}
                      entry={entry}
                      only={only}
                      isOff={isOffDay(off, dateJst(Date.parse(entry.at)))}
                    />
                  ))}
                </ul>
                <InfiniteScroll
                  hasMore={entries.length === limit && limit < MOST}
                  loading={log.isFetching}
                  onMore={() => setLimit(limit + PAGE)}
                />
              </>
            )
          }
        </Loaded>
      </Section>
    </Page>
  )
}
