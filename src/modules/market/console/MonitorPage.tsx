import type { ReactNode } from 'react'
import type { Ms } from '#kernel/time.ts'
import type { Yen } from '#kernel/money.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { AuditTrail } from '#console/kit/AuditTrail.tsx'
import { setQuery } from '#console/kit/address.ts'
import { DeskButton, Mark, type Tone } from '#console/kit/Control.tsx'
import { Decision } from '#console/kit/Decision.tsx'
import { Facts, FigureStrip, Pane, PaneSection } from '#console/kit/Pane.tsx'
import { Table } from '#console/kit/Table.tsx'
import type { HaltView } from '../contract.ts'
import { QUOTE_STATES } from '../contract.ts'
import { getMonitor, type MonitorRow } from '../operator-contract.ts'
import { ReplayFiles } from './ReplayFiles.tsx'

const TONES: Record<MonitorRow['state'], Tone> = {
  'pre-open': 'grey',
  trading: 'ok',
  special: 'warn',
  sequential: 'warn',
  limit: 'warn',
  halted: 'danger',
  closed: 'grey',
}
const FEED_KINDS = {
  sim: 'market.console.simulated',
  replay: 'market.console.replay',
  fix: 'market.console.fix',
} as const
/** The row that stands for the market as a whole. */
const MARKET = 'market'

/**
 * Feeds, spreads, volume, special quotes and halts, every two seconds; a reviewer stops an issue or the
 * market here, two let it go on.
 */
export default function MonitorPage() {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const read = useRead(getMonitor, {}, { poll: 'deskMonitor', quiet: true, keepPrevious: true })
  const data = read.data
  const seconds = (ms: Ms | null | undefined) =>
    ms === null || ms === undefined ? '—' : t('market.console.seconds', { n: Math.round(ms / 100) / 10 })
  const whole: MonitorRow | undefined = data && {
    code: MARKET,
    name: t('market.console.whole'),
    state: data.marketHalt === null ? 'trading' : 'halted',
    last: null,
    changeBp: null,
    bid: null,
    ask: null,
    spreadBp: data.spreadMedianBp,
    volume: 0,
    turnover: data.turnover,
    ageMs: data.feed.newestMs,
    special: null,
    halt: data.marketHalt,
  }
  const rows = data && whole && [whole, ...data.rows]
  return (
    <Table<MonitorRow>
      name="market"
      title={t('market.console.title')}
      read={read}
      rows={rows}
      keyOf={({ code }) => code}
      sortedBy="-turnover"
      empty={t('market.console.empty')}
      filters={[
        {
          id: 'state',
          label: t('market.console.state'),
          of: ({ state }) => state,
          options: QUOTE_STATES.map((id) => ({ id, label: text(`market.console.state.${id}`) })),
        },
      ]}
      figures={
        data && (
          <FigureStrip
            label={t('market.console.feed')}
            figures={[
              [
                t('market.console.feed'),
                <Mark key="feed" tone={data.feed.silent ? 'danger' : 'ok'}>
                  {t(data.feed.silent ? 'market.console.silent' : FEED_KINDS[data.feed.kind])}
                </Mark>,
              ],
              [t('market.console.lag'), seconds(data.feed.lagMs)],
              [t('market.console.newest'), seconds(data.feed.newestMs)],
              [t('market.console.spreadMedian'), f.percent(data.spreadMedianBp)],
              [t('market.console.phase'), text(`market.phase.${data.phase}`)],
              ...data.sessions.map(({ name, since, nextIn, nextOut }): [string, ReactNode] => [
                name,
                <Mark key={name} tone={since === null ? 'danger' : 'ok'}>
                  {since === null
                    ? t('market.console.sessionOff', { nextIn, nextOut })
                    : t('market.console.sessionOn', { since: f.dateTime(since), nextIn, nextOut })}
                </Mark>,
              ]),
            ]}
          />
        )
      }
      actions={
        <DeskButton
          look={data?.marketHalt === null ? 'neutral' : 'danger'}
          onPress={() => setQuery({ at: MARKET })}
        >
          {t('market.console.whole')}
        </DeskButton>
      }
      columns={[
        { id: 'code', head: t('market.console.code'), cell: ({ code }) => code, value: ({ code }) => code },
        { id: 'name', head: t('market.console.name'), cell: ({ name }) => name, value: ({ name }) => name },
        {
          id: 'state',
          head: t('market.console.state'),
          cell: ({ state }) => <Mark tone={TONES[state]}>{text(`market.console.state.${state}`)}</Mark>,
          value: ({ state }) => state,
        },
        {
          id: 'last',
          head: t('market.console.last'),
          align: 'end',
          cell: ({ last }) => (last === null ? '—' : f.price(last)),
          value: ({ last }) => last,
        },
        {
          id: 'change',
          head: t('market.console.change'),
          align: 'end',
          cell: ({ changeBp }) => (changeBp === null ? '—' : f.signedPercent(changeBp)),
          value: ({ changeBp }) => changeBp,
        },
        {
          id: 'spread',
          head: t('market.console.spread'),
          align: 'end',
          cell: ({ spreadBp }) => (spreadBp === null ? '—' : f.percent(spreadBp)),
          value: ({ spreadBp }) => spreadBp,
        },
        {
          id: 'turnover',
          head: t('market.console.turnover'),
          align: 'end',
          cell: ({ turnover }) => f.money(turnover),
          value: ({ turnover }) => turnover,
        },
        {
          id: 'age',
          head: t('market.console.age'),
          align: 'end',
          cell: ({ ageMs }) => seconds(ageMs),
          value: ({ ageMs }) => ageMs,
        },
      ]}
      detail={(row) => (
        <Issue key={`${row.code} ${row.halt?.since ?? ''}`} row={row} onDone={() => void read.refetch()} />
      )}
    />
  )
}

function Issue({ row, onDone }: { row: MonitorRow; onDone: () => void }) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const { code, name, halt, bid, ask, special } = row
  const isMarket = code === MARKET
  const price = (yen: Yen | null) => (yen === null ? '—' : f.price(yen))
  return (
    <Pane
      label={name}
      head={
        <>
          <p className="text-1 text-grey-1">{isMarket ? '' : code}</p>
          <h2 className="text-3 font-strong">{name}</h2>
        </>
      }
    >
      {halt !== null && <Halted halt={halt} />}
      {!isMarket && (
        <PaneSection>
          <Facts
            rows={[
              [t('market.console.state'), text(`market.console.state.${row.state}`)],
              [t('market.console.bid'), price(bid)],
              [t('market.console.ask'), price(ask)],
              [t('market.console.volume'), f.quantity(row.volume)],
              [t('market.console.turnover'), f.money(row.turnover)],
              ...(special === null ? [] : [[t('market.console.special'), f.price(special.price)] as const]),
            ]}
          />
        </PaneSection>
      )}
      <Decision
        subject={code}
        onDone={onDone}
        choices={
          halt === null
            ? [
                {
                  power: isMarket ? 'market.halt' : 'stock.halt',
                  label: t('market.console.halt'),
                  tone: 'danger',
                  confirm: t('market.console.haltConfirm', { name }),
                },
              ]
            : [
                {
                  power: isMarket ? 'market.resume' : 'stock.resume',
                  body: { since: Date.parse(halt.since) },
                  label: t('market.console.resume'),
                  confirm: t('market.console.resumeConfirm', { name }),
                },
              ]
        }
      />
      {isMarket && <ReplayFiles />}
      <AuditTrail subject={code} />
    </Pane>
  )
}

function Halted({ halt }: { halt: HaltView }) {
  const t = useT()
  const f = useFormat()
  return (
    <PaneSection title={t('market.console.halted')}>
      <p className="text-danger">
        {t('market.console.haltedSince', {
          at: f.moment(halt.since),
          reason: t(`market.halt.reason.${halt.reason}`),
        })}
      </p>
    </PaneSection>
  )
}
