import { IconDownload, IconStar } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { CallError } from '#client/call-error.ts'
import { wallNow } from '#client/clock.ts'
import { useFormat, useT } from '#client/texts.ts'
import { ErrorState } from '#ui/Empty.tsx'
import { ICON_XS } from '#ui/icon.ts'
import { go, hrefOf, setQuery, useAddress } from './address.ts'
import { DeskButton } from './Control.tsx'
import { fileCell, saveCsv } from './csv.ts'
import { useKeys } from './keys.ts'
import { Cards } from './Cards.tsx'
import type { Column } from './column.ts'
import { KeyHints, type Hint } from './KeyHints.tsx'
import { useIsNarrow } from './narrow.ts'
import { shownRows } from './rows.ts'
import { SavedViews } from './SavedViews.tsx'

export type { Column } from './column.ts'
export type Filter<Row> = {
  id: string
  label: string
  /** `count`: where the rows that are here do not say how many there are; undefined: nobody knows yet. */
  options: readonly { id: string; label: string; count?: number | undefined }[]
  of: (row: Row) => string
  /** The option that the rows follow where none is chosen; left out: then all are shown. */
  usual?: string
}
/** Done to all chosen rows at once, which asks by itself; true: they are done, and chosen no more. */
export type Bulk<Row> = {
  label: string
  /** The key that does it while rows are chosen and none is opened. */
  hotkey?: string
  /** The rows that it may be done to without being opened; left out: each. */
  fits?: (row: Row) => boolean
  run: (rows: readonly Row[]) => Promise<boolean>
}

/**
 * A list that the server cuts: the number of rows that it finds, where the next page begins, and any page.
 * The server looks for `q` too.
 */
export type Paging<Row> = {
  /** null: nobody counts them. */
  total: number | null
  next: string | null
  page: (place: string | undefined) => Promise<{ rows: readonly Row[]; next: string | null }>
}

export type TableProps<Row> = {
  /** Of saved views and of the CSV file. */
  name: string
  title: string
  /** A `useRead`, with the rows in it. */
  read: { data: unknown; error: unknown; refetch: () => unknown }
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** A column's id, with `-` in front for the other way round. */
  sortedBy: string
  filters?: readonly Filter<Row>[]
  /**
   * The details that open beside a row; `wide`: the rows give way to it, and only the first column and the
   * last are shown.
   */
  detail?: (row: Row) => ReactNode
  /** The details of a row that the address names and that is not among those shown. */
  opened?: (key: string) => ReactNode
  wide?: boolean
  bulk?: readonly Bulk<Row>[]
  /** At the end of the head's first line. */
  actions?: ReactNode
  /** Further filters, beside the search: days, people. */
  narrowing?: ReactNode
  /** Between head and rows. */
  figures?: ReactNode
  /** Under the rows. */
  note?: ReactNode
  empty: string
  hints?: readonly Hint[]
  /** Left out: all the rows are here. */
  paging?: Paging<Row> | undefined
  /** `false`: the page has a search of its own. */
  searches?: false
}

/** Steps back to what was chosen before. */
const MOST_UNDONE = 20

/**
 * The dense table of a queue. Filters, search, order and the opened row stand in the address; j and k go
 * through the rows, Enter opens, x chooses (a click with Shift: a range), z takes that back, / searches, ?
 * lists the keys, Esc closes: first that list, then the row.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, keyOf, sortedBy, detail, wide = false, rows } = props
  const { bulk = [], hints = [] } = props
  const t = useT()
  const { query } = useAddress()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const body = useRef<HTMLTableSectionElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const isWhole = props.paging === undefined || (query.place === undefined && props.paging.next === null)
  const shown = pageShown(rows ?? [], query, props, isWhole)
  const at = shown.findIndex((row) => keyOf(row) === query.at)
  const opened = at >= 0 ? shown[at] : undefined

  const open = (row: Row | undefined) => setQuery({ at: row === undefined ? null : keyOf(row) })
  const move = (by: number) =>
    open(shown[Math.min(Math.max(at < 0 ? (by > 0 ? 0 : shown.length - 1) : at + by, 0), shown.length - 1)])
  const canChoose = (row: Row): boolean => bulk.some(({ fits }) => fits?.(row) ?? true)
  const choosable = shown.filter(canChoose).map(keyOf)
  const areAllChosen = choosable.length > 0 && choosable.every((key) => chosen.has(key))
  /** Earlier choices, newest last: nothing of them is signed, so each can be taken back. */
  const before = useRef<ReadonlySet<string>[]>([])
  /** The row chosen last: with Shift all between it and the next one follow it. */
  const last = useRef<string | null>(null)
  const chooseAnew = (next: ReadonlySet<string>) => {
    before.current = [...before.current, chosen].slice(-MOST_UNDONE)
    setChosen(next)
  }
  const choose = (keys: readonly string[], isChosen: boolean) =>
    chooseAnew(
      isChosen ? new Set([...chosen, ...keys]) : new Set([...chosen].filter((each) => !keys.includes(each))),
    )
  const undo = () => {
    const earlier = before.current.pop()
    if (earlier !== undefined) setChosen(earlier)
  }
  const toggle = (key: string, isRange = false) => {
    const [from, to] = [last.current === null ? -1 : choosable.indexOf(last.current), choosable.indexOf(key)]
    const range = choosable.slice(Math.min(from, to), Math.max(from, to) + 1)
    choose(isRange && from >= 0 ? range : [key], !chosen.has(key))
    last.current = key
  }
  const [help, setHelp] = useState(false)
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => {
      if (opened === undefined) move(1)
      else
        document.querySelector<HTMLElement>('.desk-split aside [tabindex], .desk-split aside button')?.focus()
    },
    x: opened !== undefined && canChoose(opened) ? () => toggle(keyOf(opened)) : undefined,
    z: bulk.length > 0 ? undo : undefined,
    '/': () => search.current?.focus(),
    '?': () => setHelp(!help),
    Escape: () => {
      if (document.activeElement === search.current) search.current?.blur()
      else if (help) setHelp(false)
      else open(undefined)
    },
  })
  useEffect(() => {
    body.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [query.at])

  const isNarrow = useIsNarrow()
  const aside =
    detail === undefined
      ? null
      : opened !== undefined
        ? detail(opened)
        : query.at !== undefined && props.opened !== undefined && rows !== undefined
          ? props.opened(query.at)
          : null
  if (isNarrow && aside !== null)
    return (
      <OneCase title={props.title} onBack={() => open(undefined)}>
        {aside}
      </OneCase>
    )
  const list = wide ? columns.filter((_, index) => index === 0 || index === columns.length - 1) : columns
  return (
    <div
      className={
        detail === undefined ? 'h-full' : `desk-split ${wide ? 'wide' : aside === null ? 'idle' : ''}`
      }
    >
      <section className="desk-page" aria-label={props.title}>
        <TableHead {...props} shown={shown} search={search} narrow={wide} isWhole={isWhole} />
        {!wide && props.figures}
        {chosen.size > 0 && (
          <BulkBar
            bulk={bulk}
            hasKeys={aside === null}
            rows={shown.filter((row) => chosen.has(keyOf(row)))}
            clear={() => chooseAnew(new Set())}
          />
        )}
        <div className="desk-scroll" tabIndex={0} role="group" aria-label={props.title}>
          {rows === undefined && props.read.error !== null && props.read.error !== undefined ? (
            <ErrorState onRetry={() => void props.read.refetch()} />
          ) : rows === undefined ? (
            <Bones columns={list.length} />
          ) : shown.length === 0 ? (
            <p className="px-4 py-8 text-center text-grey-1">
              {rows.length === 0 && !query.q ? props.empty : t('console.table.noMatch')}
            </p>
          ) : isNarrow ? (
            <Cards
              title={props.title}
              rows={shown}
              columns={columns}
              keyOf={keyOf}
              onOpen={detail === undefined ? undefined : open}
            />
          ) : (
            <table className="desk-table" aria-label={props.title}>
              <thead>
                <tr>
                  {bulk.length > 0 && !wide && (
                    <th scope="col">
                      <input
                        type="checkbox"
                        aria-label={t('console.table.chooseAll')}
                        checked={areAllChosen}
                        disabled={choosable.length === 0}
                        onChange={() => choose(choosable, !areAllChosen)}
                      />
                    </th>
                  )}
                  {list.map((column) => (
                    <Head key={column.id} column={column} sort={isWhole ? (query.sort ?? sortedBy) : null} />
                  ))}
                </tr>
              </thead>
              <tbody ref={body}>
                {shown.map((row) => {
                  const key = keyOf(row)
                  return (
                    <tr
                      key={key}
                      aria-selected={key === query.at}
                      data-row={key}
                      onClick={(event) => {
                        // The second click of two belongs to what lay over the rows, or has done its part.
                        if (event.detail > 1) return
                        if (!(event.target as Element).closest('a, button, input')) open(row)
                      }}
                    >
                      {bulk.length > 0 && !wide && (
                        <td>
                          <input
                            type="checkbox"
                            aria-label={t('console.table.chooseRow', { row: key })}
                            checked={chosen.has(key)}
                            disabled={!canChoose(row)}
                            onClick={(event) => toggle(key, event.shiftKey)}
                            readOnly
                          />
                        </td>
                      )}
                      {list.map((column, index) => (
                        <td key={column.id} className={classOf(column)}>
                          {index === 0 && detail !== undefined ? (
                            <button
                              type="button"
                              className="text-start"
                              aria-expanded={key === query.at}
                              onClick={() => open(row)}
                            >
                              {column.cell(row)}
                            </button>
                          ) : (
                            column.cell(row)
                          )}
                        </td>
                      ))}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          )}
          {props.paging !== undefined && (shown.length > 0 || query.place !== undefined) && (
            <Pages paging={props.paging} shown={rows?.length ?? 0} />
          )}
          {props.note !== undefined && shown.length > 0 && (
            <div className="px-4 py-2 text-1 text-grey-1">{props.note}</div>
          )}
        </div>
        {!wide && !isNarrow && (
          <KeyHints
            hints={[
              ...(bulk.length > 0
                ? [
                    { key: 'X', label: t('console.key.choose') },
                    { key: 'Z', label: t('console.key.undo') },
                  ]
                : []),
              ...hints,
            ]}
            all={help}
          />
        )}
      </section>
      {!isNarrow && aside}
    </div>
  )
}

/** An opened case in a narrow window: in the place of the rows, which the way back leads to. */
function OneCase({ title, onBack, children }: { title: string; onBack: () => void; children: ReactNode }) {
  return (
    <div className="desk-page">
      <h1 className="flex border-b border-grey-3 px-2">
        <DeskButton look="plain" onPress={onBack}>
          ‹ {title}
        </DeskButton>
      </h1>
      <div className="flex min-h-0 flex-1 flex-col overflow-auto">{children}</div>
    </div>
  )
}

/**
 * The rows of what is here: of a page the server has chosen and ordered them, and only a whole list is
 * ordered otherwise.
 */
function pageShown<Row>(
  rows: readonly Row[],
  { q, sort, ...filters }: Readonly<Record<string, string>>,
  { columns, filters: known = [], sortedBy, paging }: TableProps<Row>,
  isWhole: boolean,
): Row[] {
  const asked: Record<string, string> = { ...filters }
  if (q !== undefined && paging === undefined) asked['q'] = q
  if (sort !== undefined) asked['sort'] = sort
  return isWhole
    ? shownRows(rows, asked, columns, known, sortedBy)
    : shownRows(rows, filters, columns, known, '')
}

const classOf = <Row,>({ align, wraps, spare }: Column<Row>): string =>
  [align === 'end' && 'at-end', wraps && 'wraps', spare && 'spare'].filter(Boolean).join(' ')

/** Another question to the server begins with its first page. */
const beginning = (paging: unknown) => (paging === undefined ? {} : { place: null })

/** The number of rows here and in all, and the way on. */
function Pages<Row>({ paging: { total, next }, shown }: { paging: Paging<Row>; shown: number }) {
  const t = useT()
  const { page, rest, query } = useAddress()
  const to = (place: string | null) => go(hrefOf(page, rest, { ...query, place, at: null }))
  return (
    <div className="flex items-center gap-2 px-4 py-2 text-1 text-grey-1" role="status">
      <span>
        {total === null ? t('console.table.here', { shown }) : t('console.table.of', { shown, total })}
      </span>
      {query.place !== undefined && (
        <DeskButton look="plain" onPress={() => to(null)}>
          {t('console.table.first')}
        </DeskButton>
      )}
      {next !== null && (
        <DeskButton look="plain" onPress={() => to(next)}>
          {t('console.table.next')}
        </DeskButton>
      )}
    </div>
  )
}

function Head<Row>({ column, sort }: { column: Column<Row>; sort: string | null }) {
  const { id, head } = column
  if (sort === null)
    return (
      <th scope="col" className={classOf(column)}>
        {head}
      </th>
    )
  const isSorted = sort.replace(/^-/, '') === id
  const isDown = sort.startsWith('-')
  return (
    <th
      scope="col"
      className={classOf(column)}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" onClick={() => setQuery({ sort: isSorted && !isDown ? `-${id}` : id })}>
        {head}
        {isSorted && <span aria-hidden> {isDown ? '▼' : '▲'}</span>}
      </button>
    </th>
  )
}

type HeadProps<Row> = TableProps<Row> & {
  shown: readonly Row[]
  search: React.RefObject<HTMLInputElement | null>
  narrow: boolean
  isWhole: boolean
}

function TableHead<Row>({
  name,
  title,
  rows,
  columns,
  filters,
  actions,
  narrowing,
  shown,
  search,
  narrow,
  isWhole,
  ...props
}: HeadProps<Row>) {
  const t = useT()
  const f = useFormat()
  const { query } = useAddress()
  const isPhone = useIsNarrow()
  const [saved, setSaved] = useState<number | null>(null)
  /** All that the filter shows, page after page. A refusal is said by a toast, and nothing is saved. */
  async function save(): Promise<void> {
    let all = shown
    if (!isWhole) {
      const found: Row[] = []
      setSaved(0)
      try {
        for (let after: string | undefined, isMore = true; isMore;) {
          const page = await props.paging!.page(after)
          found.push(...page.rows)
          setSaved(found.length)
          isMore = page.next !== null
          after = page.next ?? undefined
        }
      } catch (failure) {
        if (failure instanceof CallError) return
        throw failure
      } finally {
        setSaved(null)
      }
      const { q: _, ...rest } = query
      all = shownRows(found, rest, columns, filters ?? [], props.sortedBy)
    }
    saveCsv(`${name}-${f.day(wallNow()).replaceAll('/', '-')}`, [
      columns.map(({ head }) => head),
      ...all.map((row) => columns.map(({ value, cell }) => fileCell(value(row), cell(row)))),
    ])
  }
  if (narrow)
    return (
      <div className="flex min-h-11 items-center justify-between border-b border-grey-3 px-3">
        <h1 className="text-2 font-strong">{title}</h1>
        <span className="text-1 font-strong text-brand">
          {f.quantity(props.paging?.total ?? shown.length)}
        </span>
      </div>
    )
  const isSifted = props.searches !== false || filters !== undefined || narrowing !== undefined
  return (
    <div className="flex flex-col gap-2 border-b border-grey-3 px-4 py-2">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <h1 className="text-3 font-strong">{title}</h1>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
          {!isPhone && <SavedViews name={name} />}
          {!isPhone && (
            <DeskButton onPress={() => void save()} disabled={shown.length === 0} busy={saved !== null}>
              <IconDownload {...ICON_XS} />
              {saved === null ? 'CSV' : `CSV ${f.quantity(saved)}`}
            </DeskButton>
          )}
          {actions}
        </div>
      </div>
      {isSifted && (
        <div className="desk-sift flex flex-wrap items-center gap-2">
          {props.searches !== false && (
            <input
              ref={search}
              type="search"
              className="desk-input w-60"
              placeholder={t('console.table.search')}
              aria-label={t('console.table.search')}
              aria-keyshortcuts="/"
              value={query.q ?? ''}
              onChange={(event) => setQuery({ q: event.target.value, ...beginning(props.paging) })}
            />
          )}
          {filters?.map((filter) => (
            <Choices key={filter.id} filter={filter} rows={rows} isWhole={isWhole} paging={props.paging} />
          ))}
          {narrowing}
        </div>
      )}
    </div>
  )
}

/** More than these stand in a list that opens: rows are what the page is for. */
const MOST_BUTTONS = 6
type ChoicesProps<Row> = Pick<TableProps<Row>, 'rows' | 'paging'> & { filter: Filter<Row>; isWhole: boolean }

/** The choices of a filter, each with its number of rows where all of them are here. */
function Choices<Row>({ filter, rows, isWhole, paging }: ChoicesProps<Row>) {
  const f = useFormat()
  const { query } = useAddress()
  const { id, label, options, of, usual } = filter
  const choose = (next: string | null) => setQuery({ [id]: next, ...beginning(paging) })
  if (options.length > MOST_BUTTONS)
    return (
      <select
        className="desk-input"
        aria-label={label}
        value={query[id] ?? usual ?? ''}
        onChange={(event) => choose(event.target.value || null)}
      >
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    )
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1">
      {options.map((option) => (
        <DeskButton
          key={option.id}
          pressed={(query[id] ?? usual) === option.id}
          onPress={() => choose(query[id] === option.id ? null : option.id)}
        >
          {option.label}{' '}
          {('count' in option ? option.count !== undefined : isWhole) && (
            <span className="font-regular">
              {f.quantity(option.count ?? rows?.filter((row) => of(row) === option.id).length)}
            </span>
          )}
        </DeskButton>
      ))}
    </div>
  )
}

/** Acts on the chosen rows, and how many these are. */
function BulkBar<Row>({
  bulk,
  hasKeys,
  rows,
  clear,
}: {
  bulk: readonly Bulk<Row>[]
  /** An opened row has the keys for itself. */
  hasKeys: boolean
  rows: readonly Row[]
  clear: () => void
}) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  async function run({ run: act }: Bulk<Row>): Promise<void> {
    setBusy(true)
    try {
      if (await act(rows)) clear()
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex items-center gap-2 border-b border-grey-3 bg-brand-wash px-4 py-1" role="status">
      <IconStar {...ICON_XS} />
      <span>{t('console.bulk.chosen', { n: rows.length })}</span>
      {bulk.map((each) => (
        <DeskButton
          key={each.label}
          busy={busy}
          {...(hasKeys && each.hotkey !== undefined ? { hotkey: each.hotkey } : {})}
          disabled={rows.length === 0 || !rows.every((row) => each.fits?.(row) ?? true)}
          onPress={() => void run(each)}
        >
          {each.label}
        </DeskButton>
      ))}
      <DeskButton look="plain" onPress={clear}>
        {t('console.bulk.clear')}
      </DeskButton>
    </div>
  )
}

function Bones({ columns }: { columns: number }) {
  const t = useT()
  return (
    <div aria-busy role="status" className="flex flex-col">
      <span className="sr-only">{t('ui.loading')}</span>
      {Array.from({ length: 12 }, (_, row) => (
        <div key={row} className="flex h-8 items-center gap-4 border-b border-grey-3 px-4">
          {Array.from({ length: columns }, (__, cell) => (
            <div key={cell} className="bone h-3 flex-1" />
          ))}
        </div>
      ))}
    </div>
  )
}
