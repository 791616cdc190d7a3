import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { setQuery, useAddress } from '#console/kit/address.ts'
import { Mark } from '#console/kit/Control.tsx'
import { FigureStrip, MemberLink } from '#console/kit/Pane.tsx'
import type { PageProps } from '#console/kit/pages.ts'
import { Table } from '#console/kit/Table.tsx'
import { numberIn } from '#console/kit/typed-number.ts'
import {
  DEBT_ACCOUNTS,
  FIRM_ACCOUNTS,
  OWN_ACCOUNTS,
  type AccountName,
} from '#modules/ledger/model/accounts.ts'
import { TRANSFER_KINDS } from '#registry/transfer-kinds.ts'
import type { OutputOf } from '#wire/route.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { listAccounts, showAccount } from '../operator-contract.ts'
import { useAccountName } from './labels.ts'
import { AccountLink, EntryTable, shortAccount } from './EntryTable.tsx'
import { Heading } from './Heading.tsx'
import { Pager } from './Pager.tsx'

type Row = OutputOf<typeof listAccounts>['rows'][number]
const KINDS = [...FIRM_ACCOUNTS, ...OWN_ACCOUNTS, ...DEBT_ACCOUNTS]

/** Every account of the firm and of its members, down to the entry and the record behind it. */
export default function LedgerPage({ rest }: PageProps) {
  return rest[0] === undefined ? <AccountList /> : <AccountPage key={rest[0]} id={rest[0]} />
}

function AccountList() {
  const t = useT()
  const f = useFormat()
  const nameOf = useAccountName()
  const {
    query: { of, kind, after },
  } = useAddress()
  const read = useRead(
    listAccounts,
    { query: { ...(of ? { of } : {}), ...(kind ? { kind } : {}), ...(after ? { after } : {}) } },
    { keepPrevious: true },
  )
  const total = (isFirmAccount: boolean) =>
    read.data?.totals.filter(({ house }) => house === isFirmAccount).reduce((sum, { yen }) => sum + yen, 0)
  return (
    <Table<Row>
      name="ledger"
      title={t('audit.console.ledger.title')}
      read={read}
      rows={read.data?.rows}
      keyOf={({ id }) => id}
      sortedBy="id"
      empty={t('audit.console.ledger.none')}
      columns={[
        {
          id: 'id',
          head: t('audit.console.ledger.account'),
          cell: ({ id }) => <AccountLink id={id} />,
          value: ({ id }) => id,
        },
        {
          id: 'name',
          head: t('audit.console.ledger.name'),
          cell: (row) => nameOf(row.kind as AccountName),
          value: (row) => nameOf(row.kind as AccountName),
        },
        {
          id: 'member',
          head: t('audit.console.member.title'),
          cell: (row) =>
            row.memberId === null ? (
              '—'
            ) : (
              <MemberLink memberId={row.memberId}>{String(row.number)}</MemberLink>
            ),
          value: (row) => row.number,
        },
        {
          id: 'yen',
          head: t('audit.console.ledger.balance'),
          align: 'end',
          cell: (row) => <span className="font-strong">{f.yen(row.yen)}</span>,
          value: (row) => row.yen,
        },
      ]}
      figures={
        <FigureStrip
          label={t('audit.console.ledger.sums')}
          figures={[
            [t('audit.console.ledger.members'), f.money(total(false))],
            [t('audit.console.ledger.house'), f.money(total(true))],
            [
              t('audit.console.ledger.sum'),
              read.data === undefined ? (
                '—'
              ) : (
                <span key="s">
                  {f.money(read.data.sum)}{' '}
                  <Mark tone={read.data.sum === 0 ? 'ok' : 'danger'}>
                    {t(read.data.sum === 0 ? 'audit.console.ledger.even' : 'audit.console.ledger.uneven')}
                  </Mark>
                </span>
              ),
            ],
          ]}
        />
      }
      narrowing={
        <>
          <select
            className="desk-input"
            aria-label={t('audit.console.ledger.name')}
            value={kind ?? ''}
            onChange={(event) => setQuery({ kind: event.target.value, after: null })}
          >
            <option value="">{t('audit.console.ledger.anyKind')}</option>
            {KINDS.map((each) => (
              <option key={each} value={each}>
                {nameOf(each)}
              </option>
            ))}
          </select>
          <form
            role="search"
            onSubmit={(event) => {
              event.preventDefault()
              setQuery({ of: numberIn(event.currentTarget, 'of'), after: null })
            }}
          >
            <input
              key={of}
              name="of"
              className="desk-input"
              inputMode="numeric"
              defaultValue={of === 'house' ? '' : of}
              aria-label={t('audit.console.ledger.ofMember')}
              placeholder={t('audit.console.ledger.ofMember')}
            />
          </form>
        </>
      }
      note={<Pager by="after" next={read.data?.next} />}
    />
  )
}

function AccountPage({ id }: { id: string }) {
  const t = useT()
  const nameOf = useAccountName()
  const f = useFormat()
  const { query } = useAddress()
  const kind = TRANSFER_KINDS.find((each) => each === query.kind)
  const { before, from, to } = query
  const read = useRead(
    showAccount,
    {
      params: { account: id },
      query: {
        ...(kind === undefined ? {} : { kind }),
        ...(before ? { before } : {}),
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
      },
    },
    { keepPrevious: true },
  )
  const day = (name: 'from' | 'to') => (
    <label className="flex items-center gap-1 text-1 text-grey-1">
      {t(`audit.console.ledger.${name}`)}
      <input
        type="date"
        className="desk-input"
        value={query[name] ?? ''}
        onChange={(event) => setQuery({ [name]: event.target.value, before: null })}
      />
    </label>
  )
  return (
    <section className="desk-page" aria-label={shortAccount(id)}>
      <Heading
        back={{ page: 'ledger', label: t('audit.console.ledger.title') }}
        title={nameOf(id.slice(id.lastIndexOf(':') + 1) as AccountName)}
      >
        <span className="font-code text-1 text-grey-1" title={id}>
          {shortAccount(id)}
        </span>
        {read.data?.memberId && (
          <MemberLink memberId={read.data.memberId}>
            {t('audit.console.member.of', { number: String(read.data.number) })}
          </MemberLink>
        )}
        <span className="ml-auto text-3 font-strong">{f.money(read.data?.yen)}</span>
      </Heading>
      <div className="flex flex-wrap items-center gap-2 border-b border-grey-3 px-4 py-2">
        <select
          className="desk-input"
          aria-label={t('audit.console.entry.what')}
          value={kind ?? ''}
          onChange={(event) => setQuery({ kind: event.target.value, before: null })}
        >
          <option value="">{t('audit.console.ledger.anyEntry')}</option>
          {TRANSFER_KINDS.map((each) => (
            <option key={each} value={each}>
              {t(`portfolio.entry.${each}`)}
            </option>
          ))}
        </select>
        {day('from')}
        {day('to')}
      </div>
      <div className="desk-scroll" tabIndex={0} role="group" aria-label={t('audit.console.ledger.entries')}>
        <Loaded read={read} skeleton="lines">
          {({ rows, next }) => (
            <>
              {rows.length === 0 ? (
                <p className="px-4 py-8 text-center text-grey-1">
                  {t(next === null ? 'audit.console.ledger.noEntries' : 'audit.console.ledger.noneHere')}
                </p>
              ) : (
                <EntryTable rows={rows} account={id} label={t('audit.console.ledger.entries')} />
              )}
              <div className="px-4 py-2">
                <Pager by="before" next={next} />
              </div>
            </>
          )}
        </Loaded>
      </div>
    </section>
  )
}
