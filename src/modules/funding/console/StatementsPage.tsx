import { useRef, useState } from 'react'
import { call } from '#client/call.ts'
import { useFiles } from '#client/download.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import type { OutputOf } from '#wire/route.ts'
import { useMe } from '#console/kit/act.ts'
import { hrefOf } from '#console/kit/address.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { Decision } from '#console/kit/Decision.tsx'
import { Facts, Pane, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { usePeople } from '#console/kit/people.ts'
import { Table, type Column } from '#console/kit/Table.tsx'
import {
  checkStatement,
  getLinePayer,
  listDeskDeposits,
  listDeskWithdrawals,
  listStatementLines,
  listStatementFiles,
  type LineView,
} from '../operator-contract.ts'
import { csvExample } from '../model/statement-file.ts'
import { hasWayBack, Refund } from './Refund.tsx'
import { One, RefundList } from './RefundList.tsx'
import { useView, Views } from './Views.tsx'
import { matchTone, useDeskWords } from './labels.ts'

type Checked = OutputOf<typeof checkStatement>
const VIEWS = [
  { id: 'open' },
  { id: 'unmatched' },
  { id: 'refunds' },
  { id: 'all' },
  { id: 'files' },
] as const

/**
 * The bank's statements: lines with what they belong to, the files that said so, and a file before it is
 * brought in.
 */
export default function StatementsPage() {
  const [checked, setChecked] = useState<Checked | null>(null)
  const view = useView(VIEWS)
  if (checked !== null) return <Preview checked={checked} onClose={() => setChecked(null)} />
  switch (view) {
    case 'refunds':
      return <RefundList views={<DeskViews />} detail={lineOf} />
    case 'files':
      return <Files onChecked={setChecked} />
    default:
      return <AllLines view={view} onChecked={setChecked} />
  }
}

const lineOf = (line: LineView) => <Line line={line} />

function DeskViews() {
  const t = useT()
  const counts = useRead(listStatementLines, { query: { view: 'open' } }, { poll: 'deskQueue', quiet: true })
    .data?.counts
  return (
    <Views
      views={[
        { id: 'open', label: t('funding.console.view.open'), count: counts?.open },
        { id: 'unmatched', label: t('funding.console.view.unmatched'), count: counts?.unmatched },
        { id: 'refunds', label: t('funding.console.view.refunds'), count: counts?.refunds },
        { id: 'all', label: t('funding.console.view.all'), count: counts?.all },
        { id: 'files', label: t('funding.console.view.files') },
      ]}
    />
  )
}

/** The problem of a file stays beside the button until another one is chosen. */
function Upload({ onChecked }: { onChecked: (checked: Checked) => void }) {
  const t = useT()
  const me = useMe()
  const input = useRef<HTMLInputElement>(null)
  const check = useWrite(checkStatement, { quiet: true })
  if (me?.roles.includes('treasurer') !== true) return null
  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return
    const answer = await check.run({ input: { packed: await packed(file) } })
    if (input.current !== null) input.current.value = ''
    if (answer.ok) onChecked(answer.data)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".txt,.csv,.dat"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('funding.console.choose')}
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      <DeskButton look="primary" busy={check.state !== 'idle'} onPress={() => input.current?.click()}>
        {t('funding.console.choose')}
      </DeskButton>
      <Format />
      {check.error !== null && (
        <p role="alert" className="w-full text-danger">
          {t('funding.console.refused')}: {check.error.msg}
          <span className="block text-1 text-grey-1">{t('funding.console.chooseNote')}</span>
        </p>
      )}
    </>
  )
}

/** The form of a CSV file, with one to begin from. */
function Format() {
  const t = useT()
  const files = useFiles()
  const name = 'akari-statement-example.csv'
  return (
    <details className="text-1 text-grey-1">
      <summary>{t('funding.console.format')}</summary>
      <p className="max-w-160 py-1">{t('funding.console.format.note')}</p>
      <DeskButton
        busy={files.busy === name}
        onPress={() =>
          void files.keep(name, () =>
            Promise.resolve(new File([csvExample('2026-11-27')], name, { type: 'text/csv' })),
          )
        }
      >
        {t('funding.console.format.example')}
      </DeskButton>
    </details>
  )
}

/** The number of a file: the beginning of the hash of its bytes, as the list of files shows it. */
const fileNumber = (fileId: string): string => fileId.slice(0, 8)

function useLineColumns(): Column<LineView>[] {
  const t = useT()
  const f = useFormat()
  const words = useDeskWords()
  return [
    {
      id: 'booked',
      head: t('funding.console.col.booked'),
      cell: ({ bookedAt }) => f.day(bookedAt),
      value: ({ bookedAt, id }) => `${bookedAt} ${id}`,
    },
    {
      id: 'kind',
      head: t('funding.console.col.kind'),
      cell: ({ kind }) => words.kind(kind),
      value: ({ kind }) => kind,
    },
    {
      id: 'amount',
      head: t('funding.console.col.amount'),
      align: 'end',
      cell: ({ amount }) => <b>{f.yen(amount)}</b>,
      value: ({ amount }) => amount,
    },
    {
      id: 'number',
      head: t('funding.console.fact.reference'),
      cell: ({ reference }) => reference ?? '—',
      value: ({ reference }) => reference,
    },
    {
      id: 'payer',
      head: t('funding.console.col.payer'),
      cell: ({ payer }) => payer ?? '—',
      value: ({ payer }) => payer,
    },
    {
      id: 'file',
      head: t('funding.console.col.file'),
      cell: ({ source, fileId, number }) =>
        fileId === null || number === null
          ? t('funding.console.source', { source })
          : t('funding.console.fileLine', { file: fileNumber(fileId), line: number }),
      value: ({ fileId, number }) =>
        fileId === null ? null : `${fileNumber(fileId)} ${String(number ?? 0).padStart(6, '0')}`,
    },
    {
      id: 'match',
      head: t('funding.console.col.match'),
      cell: ({ match }) => <Mark tone={matchTone(match)}>{words.match(match)}</Mark>,
      value: ({ match }) => match,
    },
  ]
}

function AllLines({
  view,
  onChecked,
}: {
  view: 'open' | 'unmatched' | 'all'
  onChecked: (checked: Checked) => void
}) {
  const t = useT()
  const query = { view, ...usePlace() }
  const read = useRead(listStatementLines, { query }, { poll: 'deskQueue', keepPrevious: true })
  return (
    <Table<LineView>
      name={`lines-${view}`}
      title={t('funding.console.statements')}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data, (place) => call(listStatementLines, { query: from(query, place) }))}
      columns={useLineColumns()}
      keyOf={({ id }) => id}
      sortedBy="-booked"
      empty={`${t('funding.console.empty.lines')} — ${t('funding.console.chooseNote')}`}
      figures={<DeskViews />}
      actions={<Upload onChecked={onChecked} />}
      note={t('funding.console.chooseNote')}
      detail={lineOf}
      opened={(id) => <One key={id} line={id} detail={lineOf} />}
    />
  )
}

function Line({ line }: { line: LineView }) {
  const t = useT()
  const f = useFormat()
  const words = useDeskWords()
  const { about, match } = line
  const page = about?.kind === 'deposit' ? 'deposits' : 'withdrawals'
  const view =
    match === 'used' ||
    match === 'ended' ||
    match === 'stray-debit' ||
    match === 'sent-back' ||
    match === 'bank-corrected'
      ? 'decided'
      : about?.kind === 'deposit'
        ? 'ready'
        : match === 'returned'
          ? 'decided'
          : 'bank'
  return (
    <Pane
      label={t('funding.console.lines')}
      head={
        <>
          <div className="flex items-center justify-between">
            <span className="text-1 text-grey-1">{line.id}</span>
            <Mark tone={matchTone(match)}>{words.match(match)}</Mark>
          </div>
          <h2 className="py-1 text-4 font-strong">
            {words.kind(line.kind)} {f.money(line.amount)}
          </h2>
        </>
      }
    >
      <PaneSection>
        <Facts
          rows={[
            [t('funding.console.col.booked'), f.day(line.bookedAt)],
            [t('funding.console.fact.reference'), line.reference ?? '—'],
            [
              t('funding.console.col.payer'),
              line.payer === null ? '—' : <Payer key={line.id} line={line} />,
              true,
            ],
            [
              t('funding.console.col.file'),
              line.fileId === null
                ? t('funding.console.source', { source: line.source })
                : fileNumber(line.fileId),
            ],
            ...(line.number === null
              ? []
              : [[t('funding.console.col.record'), String(line.number)] as const]),
            ...(line.fileId === null
              ? []
              : [
                  [
                    t('funding.console.fact.hash'),
                    <span key="hash" className="font-code text-1">
                      {line.fileId}
                    </span>,
                  ] as const,
                ]),
          ]}
        />
      </PaneSection>
      {about !== null && (
        <PaneSection>
          <a className="desk-link" href={hrefOf(page, [], { view, at: about.id })}>
            {t('funding.console.toPayment')}
          </a>
        </PaneSection>
      )}
      {line.kind === 'out' && (match === 'stray-debit' || match === 'unknown') && (
        <PaneSection>
          <p className="text-danger">{t('funding.console.debitNote')}</p>
        </PaneSection>
      )}
      {hasWayBack(line) && <Refund line={line} />}
    </Pane>
  )
}

/** The first character, until somebody looks: a look that the member whose line it is reads of. */
function Payer({ line: { id, payer } }: { line: LineView }) {
  const t = useT()
  const [asked, setAsked] = useState(false)
  const read = useRead(getLinePayer, { params: { id } }, { enabled: asked })
  if (read.data !== undefined) return <>{read.data.payer ?? '—'}</>
  return (
    <span className="inline-flex items-center gap-2">
      {payer}
      <DeskButton
        busy={asked && !read.error}
        onPress={() => {
          setAsked(true)
          if (read.error) void read.refetch()
        }}
      >
        {t('funding.console.payer.look')}
      </DeskButton>
    </span>
  )
}

function Files({ onChecked }: { onChecked: (checked: Checked) => void }) {
  const t = useT()
  const { wordsOf } = usePeople()
  const f = useFormat()
  const query = usePlace()
  const read = useRead(listStatementFiles, { query }, { keepPrevious: true })
  return (
    <Table
      name="statement-files"
      title={t('funding.console.files')}
      read={read}
      rows={read.data?.rows}
      paging={pagingOf(read.data, (place) => call(listStatementFiles, { query: from(query, place) }))}
      keyOf={({ id }) => id}
      sortedBy="-at"
      empty={t('funding.console.empty.lines')}
      figures={<DeskViews />}
      actions={<Upload onChecked={onChecked} />}
      columns={[
        {
          id: 'file',
          head: t('funding.console.col.file'),
          cell: ({ id }) => fileNumber(id),
          value: ({ id }) => fileNumber(id),
        },
        {
          id: 'at',
          head: t('funding.console.col.at'),
          cell: ({ importedAt }) => f.moment(importedAt),
          value: ({ importedAt }) => importedAt,
        },
        {
          id: 'form',
          head: t('funding.console.fact.form'),
          cell: ({ form }) => t('funding.console.form', { form }),
          value: ({ form }) => form,
        },
        {
          id: 'count',
          head: t('funding.console.col.count'),
          align: 'end',
          cell: ({ lines }) => f.quantity(lines),
          value: ({ lines }) => lines,
        },
        {
          id: 'in',
          head: t('funding.console.fact.in'),
          align: 'end',
          cell: ({ inYen }) => f.yen(inYen),
          value: ({ inYen }) => inYen,
        },
        {
          id: 'out',
          head: t('funding.console.fact.out'),
          align: 'end',
          cell: ({ outYen }) => f.yen(outYen),
          value: ({ outYen }) => outYen,
        },
        {
          id: 'by',
          head: t('funding.console.col.by'),
          cell: ({ importedBy }) => <PersonName person={importedBy} />,
          value: ({ importedBy }) => wordsOf(importedBy),
        },
        {
          id: 'hash',
          head: t('funding.console.fact.hash'),
          spare: true,
          cell: ({ id }) => <span className="font-code text-1">{id.slice(0, 16)}…</span>,
          value: ({ id }) => id,
        },
      ]}
    />
  )
}

/** The content of a file, before a treasurer signs for its hash. */
function Preview({ checked, onClose }: { checked: Checked; onClose: () => void }) {
  const t = useT()
  const f = useFormat()
  const { id, form, lines, inYen, outYen, old, hindrance } = checked
  const done = () => {
    for (const route of [
      listStatementLines,
      listStatementFiles,
      listDeskDeposits,
      listDeskWithdrawals,
    ] as const)
      refresh(route)
    onClose()
  }
  return (
    <Table<LineView>
      name="statement-preview"
      title={t('funding.console.preview')}
      read={{ data: checked, error: null, refetch: () => null }}
      rows={lines}
      columns={useLineColumns()}
      keyOf={(line) => line.id}
      sortedBy=""
      empty={t('funding.console.empty.lines')}
      actions={<DeskButton onPress={onClose}>{t('funding.console.back')}</DeskButton>}
      figures={
        <div className="max-w-160">
          <h2 className="sr-only">{t('funding.console.preview')}</h2>
          <PaneSection title={t('funding.console.form', { form })}>
            <Facts
              rows={[
                [t('funding.console.fact.in'), f.money(inYen), true],
                [t('funding.console.fact.out'), f.money(outYen), true],
                [
                  t('funding.console.fact.hash'),
                  <span key="hash" className="font-code text-1">
                    {id}
                  </span>,
                ],
              ]}
            />
          </PaneSection>
          {old > 0 && (
            <p role="alert" className="px-4 font-strong text-warn">
              {t('funding.console.old', { n: old })}
            </p>
          )}
          <Decision
            subject={id}
            choices={[
              {
                power: 'statement.import',
                label: t('funding.console.act.import', { n: lines.length }),
                hindrance,
              },
            ]}
            onDone={done}
          />
        </div>
      }
    />
  )
}

/** A file as `checkStatement` takes it: gzip in base64. */
async function packed(file: Blob): Promise<string> {
  const bytes = new Uint8Array(
    await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer(),
  )
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
