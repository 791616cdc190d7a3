import { useState } from 'react'
import { call } from '#client/call.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useAct, useMe } from '#console/kit/act.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { Decision } from '#console/kit/Decision.tsx'
import { Facts, Pane, PaneSection } from '#console/kit/Pane.tsx'
import { Table, type Column } from '#console/kit/Table.tsx'
import { listFeeds, nameFeed, type FeedView } from '../operator-contract.ts'

/** Feeds from outside: which are read, when they last gave something, and what went wrong. */
export default function FeedsPage() {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const me = useMe()
  const read = useRead(listFeeds, {}, { poll: 'deskCase' })
  const fetched = ({ fetchedAt }: FeedView) =>
    fetchedAt === null ? t('news.console.feeds.never') : f.moment(fetchedAt)
  const problem = (row: FeedView) =>
    row.problem === null ? '' : text(`news.console.feeds.problem.${row.problem}`)
  const state = ({ isOn }: FeedView) => t(isOn ? 'news.console.feeds.on' : 'news.console.feeds.off')
  const columns: Column<FeedView>[] = [
    { id: 'host', head: t('news.console.feeds.host'), cell: ({ host }) => host, value: ({ host }) => host },
    {
      id: 'state',
      head: t('news.console.feeds.state'),
      cell: (row) => <Mark tone={row.isOn ? 'ok' : 'grey'}>{state(row)}</Mark>,
      value: state,
    },
    {
      id: 'fetched',
      head: t('news.console.feeds.fetched'),
      cell: fetched,
      value: ({ fetchedAt }) => fetchedAt,
    },
    {
      id: 'problem',
      head: t('news.console.feeds.problem'),
      cell: (row) => (row.problem === null ? '' : <Mark tone="danger">{problem(row)}</Mark>),
      value: problem,
    },
    {
      id: 'entries',
      head: t('news.console.feeds.entries'),
      align: 'end',
      cell: ({ entries }) => f.quantity(entries),
      value: ({ entries }) => entries,
    },
  ]
  return (
    <Table
      name="feeds"
      title={t('news.console.feeds.title')}
      read={read}
      rows={read.data}
      columns={columns}
      keyOf={({ id }) => id}
      sortedBy="host"
      empty={t('news.console.feeds.empty')}
      note={t('news.console.feeds.note')}
      figures={me?.roles.includes('support') === true ? <AddFeed /> : undefined}
      detail={(row) => (
        <Pane key={row.id} label={row.host} head={<h2 className="text-2 font-strong">{row.host}</h2>}>
          <PaneSection>
            <Facts
              rows={[
                [t('news.console.feeds.state'), state(row)],
                [
                  t('news.console.feeds.source'),
                  t(row.configured ? 'news.console.feeds.configured' : 'news.console.feeds.added'),
                ],
                [t('news.console.feeds.address'), row.address],
                [t('news.console.feeds.fetched'), fetched(row)],
                [t('news.console.feeds.problem'), problem(row) || '—'],
              ]}
            />
          </PaneSection>
          <Decision
            subject={row.id}
            onDone={() => refresh(listFeeds)}
            choices={[
              {
                power: 'news.feed',
                body: { address: row.address, isOn: !row.isOn },
                label: t(row.isOn ? 'news.console.feeds.switchOff' : 'news.console.feeds.switchOn'),
                tone: row.isOn ? 'danger' : 'primary',
              },
            ]}
          />
        </Pane>
      )}
    />
  )
}

function AddFeed() {
  const t = useT()
  const act = useAct()
  const [typed, setTyped] = useState('')
  const add = async (): Promise<void> => {
    const named = await call(nameFeed, { query: { address: typed.trim() } }).catch(() => null)
    if (
      named === null ||
      (await act.ask({
        power: 'news.feed',
        subject: named.id,
        body: { address: named.address, isOn: true },
      })) === null
    )
      return
    setTyped('')
    refresh(listFeeds)
  }
  return (
    <form
      className="flex items-end gap-2 border-b border-grey-3 px-4 py-2"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <label className="flex-1">
        <span className="block text-1 text-grey-1">{t('news.console.feeds.address')}</span>
        <input
          className="desk-input w-full"
          value={typed}
          inputMode="url"
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <DeskButton type="submit" look="primary" busy={act.busy} disabled={typed.trim() === ''}>
        {t('news.console.feeds.add')}
      </DeskButton>
    </form>
  )
}
