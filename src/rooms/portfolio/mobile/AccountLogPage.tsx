import { useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { direction } from '#client/format.ts'
import { getAccount, getAccountLog, type EntryView } from '#rooms/portfolio/contract.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Figure } from '#ui/Figure.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Section } from '#ui/Section.tsx'
import { accountKey } from './account-key.ts'

const PAGE = 50

function Entry({ entry }: { entry: EntryView }) {
  const t = useT()
  const f = useFormat()
  const nameOf = (account: string) => t(`portfolio.account.${accountKey(account)}`)
  return (
    <li className="border-grey-3 mx-4 flex items-start justify-between gap-3 border-b py-2">
      <div className="min-w-0">
        <p className="text-2 font-strong">
          {t(`portfolio.entry.${entry.kind}`)}
          {entry.code !== null && <span className="text-grey-1 text-1 font-normal"> {entry.code}</span>}
        </p>
        <p className="text-grey-1 text-1">{t('portfolio.log.move', { from: nameOf(entry.from), to: nameOf(entry.to) })}</p>
        <p className="text-grey-1 text-1">{f.dateTime(entry.at)}</p>
      </div>
      <div className="shrink-0 text-right">
        {entry.amount === 0
          ? <p className="text-grey-1 text-1 py-1">{t('portfolio.log.inside', { moved: f.money(entry.moved) })}</p>
          : <Figure size={3} tone={direction(entry.amount) === 'up' ? 'up' : 'down'} unit={t('ui.yen')}>{f.signedYen(entry.amount)}</Figure>}
      </div>
    </li>
  )
}

export default function AccountLogPage({ params }: ScreenProps<'accountLog'>) {
  const t = useT()
  const f = useFormat()
  const [limit, setLimit] = useState(PAGE)
  const [outside, setOutside] = useState(false)
  const account = useRead(getAccount, {})
  const { account: only, order, lot } = params
  const log = useRead(getAccountLog, { query: { limit: String(limit), account: only, order, lot } }, { keepPrevious: true })
  const sum = account.data && account.data.available + account.data.unsettled + account.data.orderHold + account.data.lotMargin
    + account.data.withdrawalHold + account.data.subscriptionHold + account.data.dividendHold
  const whole = only === undefined && order === undefined && lot === undefined

  return (
    <Page
      nav={<NavigationBar title={t(whole ? 'portfolio.log.title' : 'portfolio.log.one')} />}
      onRefresh={async () => void (await Promise.all([log.refetch(), account.refetch()]))}
    >
      {whole && (
        <Section>
          <div className="pb-2">
            <p className="text-grey-1 text-1">{t('portfolio.log.sum')}</p>
            <Figure size={4} unit={t('ui.yen')}>{f.yen(sum)}</Figure>
            <p className="text-grey-1 text-1 pt-1">{t('portfolio.log.lead')}</p>
          </div>
          <Chips label={t('portfolio.log.title')}>
            <Chip selected={!outside} onPress={() => setOutside(false)}>{t('portfolio.log.all')}</Chip>
            <Chip selected={outside} onPress={() => setOutside(true)}>{t('portfolio.log.outside')}</Chip>
          </Chips>
        </Section>
      )}
      <Section flush>
        <Loaded read={log} skeleton={<Skeleton kind="lines" rows={6} />}>
          {(entries) => {
            const shown = outside ? entries.filter((entry) => entry.amount !== 0) : entries
            return shown.length === 0
              ? <Empty title={t('portfolio.log.empty')} note={t('portfolio.log.emptyNote')} />
              : (
                <>
                  <ul>{shown.map((entry) => <Entry key={entry.id} entry={entry} />)}</ul>
                  <InfiniteScroll hasMore={entries.length === limit} loading={log.isFetching} onMore={() => setLimit(limit + PAGE)} />
                </>
              )
          }}
        </Loaded>
      </Section>
    </Page>
  )
}
