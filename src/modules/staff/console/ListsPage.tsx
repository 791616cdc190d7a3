import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useNow, useSpan } from '#console/kit/age.ts'
import { DeskButton, Mark, type Tone } from '#console/kit/Control.tsx'
import { usePeople } from '#console/kit/people.ts'
import { ListLines, listOutcome, useSignList } from '#console/kit/lists.tsx'
import { Facts, Pane, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { isAdverse } from '#console/kit/sign.tsx'
import { Table } from '#console/kit/Table.tsx'
import { getList, listLists, type ListView } from '#modules/staff/operator-contract.ts'
import type { PowerName } from '#registry/powers.ts'
import { Loaded } from '#ui/Loaded.tsx'

const STATES = ['open', 'running', 'done'] as const
const TONES: Readonly<Record<ListView['state'], Tone>> = { open: 'warn', running: 'brand', done: 'ok' }

/** Lists that were signed at once in the last day: how far each has come, and who must still sign. */
export default function ListsPage() {
  const t = useT()
  const { wordsOf } = usePeople()
  const f = useFormat()
  const span = useSpan()
  const now = useNow()
  const read = useRead(listLists, {}, { poll: 'deskQueue' })
  return (
    <Table<ListView>
      name="lists"
      title={t('staff.console.lists.title')}
      read={read}
      rows={read.data}
      keyOf={({ id }) => id}
      sortedBy="-at"
      empty={t('staff.console.lists.empty')}
      filters={[
        {
          id: 'state',
          label: t('staff.console.approvals.status'),
          of: ({ state }) => state,
          options: STATES.map((id) => ({ id, label: t('staff.console.lists.state', { state: id }) })),
        },
      ]}
      columns={[
        {
          id: 'what',
          head: t('staff.console.approvals.what'),
          cell: ({ what, power }) => (
            <span className={isAdverse(power) ? 'font-strong text-danger' : 'font-strong'}>{what}</span>
          ),
          value: ({ what }) => what,
          wraps: true,
        },
        {
          id: 'size',
          head: t('console.list.lines'),
          align: 'end',
          cell: ({ size }) => f.quantity(size),
          value: ({ size }) => size,
        },
        {
          id: 'sum',
          head: t('console.list.sum'),
          align: 'end',
          cell: ({ yen }) => (yen === 0 ? '—' : <b>{f.yen(yen)}</b>),
          value: ({ yen }) => yen,
        },
        {
          id: 'by',
          head: t('console.approval.signedBy'),
          cell: ({ by }) => <PersonName person={by} />,
          value: ({ by }) => wordsOf(by),
        },
        {
          id: 'at',
          head: t('staff.console.lists.at'),
          cell: ({ signedAt }) => f.moment(signedAt),
          value: ({ signedAt }) => signedAt,
        },
        {
          id: 'missing',
          spare: true,
          head: t('staff.console.approvals.missing'),
          value: ({ missing }) => missing.flat().join(' '),
          cell: ({ missing, hindrance, state }) =>
            missing.length === 0 ? (
              '—'
            ) : (
              <>
                {missing.map((roles) => roles.map((role) => t(`staff.role.${role}`)).join(' / ')).join(' + ')}{' '}
                {state === 'open' && hindrance === null && (
                  <Mark tone="warn">{t('staff.console.overview.you')}</Mark>
                )}
              </>
            ),
        },
        {
          id: 'state',
          head: t('staff.console.approvals.status'),
          cell: (list) => <Mark tone={TONES[list.state]}>{listOutcome(list)}</Mark>,
          wraps: true,
          value: ({ state }) => state,
        },
        {
          id: 'expires',
          head: t('staff.console.approvals.left'),
          align: 'end',
          spare: true,
          value: ({ expiresAt }) => Date.parse(expiresAt),
          cell: ({ expiresAt, state }) => (state === 'open' ? span(Date.parse(expiresAt) - now) : '—'),
        },
      ]}
      hints={[{ key: 'A', label: t('console.approval.signKey') }]}
      detail={(list) => <Detail key={list.id} list={list} onDone={() => void read.refetch()} />}
    />
  )
}

function Detail({ list, onDone }: { list: ListView; onDone: () => void }) {
  const t = useT()
  const f = useFormat()
  const many = useSignList()
  const read = useRead(getList, { params: { id: list.id } }, { poll: 'deskCase' })
  const {
    what,
    power,
    state,
    hindrance,
    by,
    signedAt,
    size,
    yen,
    open,
    carriedOut,
    carriedYen,
    refused,
    root,
  } = list
  // Requests that their signer has taken back, or whose time is over.
  const over = size - open - carriedOut - refused
  const canSign = state === 'open' && hindrance === null
  const sign = async () => {
    if ((await many.sign({ power: power as PowerName, list: list.id })) === null) return
    void read.refetch()
    onDone()
  }
  return (
    <Pane
      label={what}
      head={<h2 className="text-3 font-strong">{t('console.list.title', { act: what, n: size })}</h2>}
      foot={
        state !== 'open' ? undefined : (
          <div className="flex flex-col gap-2">
            {hindrance !== null && <p className="text-1 text-grey-1">{hindrance}</p>}
            <div className="flex">
              <DeskButton
                tall
                look={isAdverse(power) ? 'danger' : 'primary'}
                hotkey="a"
                busy={many.busy}
                disabled={!canSign}
                onPress={() => void sign()}
              >
                {t('console.list.sign', { n: open })}
              </DeskButton>
            </div>
          </div>
        )
      }
    >
      <PaneSection title={t('console.approval.title')} note={t('console.approval.different')}>
        <Facts
          rows={[
            [t('console.approval.signedBy'), <PersonName key="by" person={by} />, true],
            [t('staff.console.lists.at'), f.moment(signedAt)],
            ...(yen === 0 ? [] : [[t('console.list.sum'), f.money(yen), true] as const]),
            [t('staff.console.lists.open'), f.quantity(open)],
            [
              t('staff.console.lists.carriedOut'),
              carriedYen === 0
                ? f.quantity(carriedOut)
                : `${f.quantity(carriedOut)} · ${f.money(carriedYen)}`,
            ],
            [t('console.list.left'), f.quantity(refused)],
            ...(over > 0 ? [[t('staff.console.lists.over'), f.quantity(over)] as const] : []),
          ]}
        />
      </PaneSection>
      <Loaded read={read} skeleton="lines">
        {({ lines, listText }) => (
          <>
            <PaneSection title={t('console.approval.case')}>
              <ListLines
                lines={[
                  ...lines.filter(({ left }) => left !== null),
                  ...lines.filter(({ left }) => left === null),
                ]}
              />
            </PaneSection>
            <PaneSection
              title={t('staff.console.approvals.signed')}
              note={t('staff.console.approvals.signedNote')}
            >
              <p className="font-code text-1 break-all">{listText.replace('\0', '\\0')}</p>
              <p className="pt-2 font-code text-1 break-all text-grey-1">{root}</p>
            </PaneSection>
          </>
        )}
      </Loaded>
    </Pane>
  )
}
