import { useState } from 'react'
import { call } from '#client/call.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useMe } from '#console/kit/act.ts'
import { hrefOf, useAddress } from '#console/kit/address.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { Decision } from '#console/kit/Decision.tsx'
import type { PageProps } from '#console/kit/pages.ts'
import { Facts, Pane, PaneSection } from '#console/kit/Pane.tsx'
import { from, pagingOf, usePlace } from '#console/kit/paging.ts'
import { Table, type Column, type Filter } from '#console/kit/Table.tsx'
import { LANG_NAMES, LANGS, type Lang } from '#i18n/lang.ts'
import { WRITTEN, WRITTEN_KINDS } from '../model/kinds.ts'
import { listWritten, type WrittenView } from '../operator-contract.ts'
import { Editor } from './Editor.tsx'
import { PhonePreview } from './PhonePreview.tsx'

const STATES = ['draft', 'published', 'corrected'] as const
const TONES = { draft: 'warn', published: 'ok', corrected: 'grey' } as const
/** `/console/news/write/<kind>`. */
const WRITE = 'write'

/** The texts that the firm has written; beside it one of them as the phone shows it, and its publication. */
export default function NewsDeskPage({ rest: [what, kind] }: PageProps) {
  const t = useT()
  const f = useFormat()
  const me = useMe()
  const { query } = useAddress()
  const place = usePlace()
  // Whoever corrects an entry has it before them, wherever it is in the list.
  const asked = what === WRITE && query.corrects !== undefined ? { q: query.corrects } : place
  const read = useRead(listWritten, { query: asked }, { poll: 'deskQueue', keepPrevious: true })
  const rows = read.data?.rows
  const isSupport = me?.roles.includes('support') === true
  if (what === WRITE)
    return <Editor kind={WRITTEN_KINDS.find((each) => each === kind) ?? 'notice'} written={rows ?? []} />

  const columns: Column<WrittenView>[] = [
    { id: 'at', head: t('news.console.at'), cell: ({ at }) => f.moment(at), value: ({ at }) => at },
    {
      id: 'kind',
      head: t('news.console.kind'),
      cell: ({ kind: one }) => t(`news.console.kind.${one}`),
      value: ({ kind: one }) => one,
    },
    {
      id: 'title',
      head: t('news.console.headline'),
      wraps: true,
      cell: ({ title }) => title,
      value: ({ title }) => title,
    },
    {
      id: 'issues',
      head: t('news.console.issuesShort'),
      cell: ({ issues }) => issues.join(' '),
      value: ({ issues }) => issues.join(' '),
    },
    {
      id: 'languages',
      head: t('news.console.languages'),
      align: 'end',
      cell: ({ words }) => languagesOf(words).length,
      value: ({ words }) => languagesOf(words).length,
    },
    {
      id: 'by',
      head: t('news.console.by'),
      cell: ({ by }) => t('news.console.support', { number: String(by) }),
      value: ({ by }) => by,
    },
    {
      id: 'state',
      head: t('news.console.state'),
      cell: ({ state }) => <Mark tone={TONES[state]}>{t(`news.console.state.${state}`)}</Mark>,
      value: ({ state }) => state,
    },
  ]
  const filters: Filter<WrittenView>[] = [
    {
      id: 'kind',
      label: t('news.console.kind'),
      options: WRITTEN_KINDS.map((id) => ({ id, label: t(`news.console.kind.${id}`) })),
      of: (row) => row.kind,
    },
    {
      id: 'state',
      label: t('news.console.state'),
      options: STATES.map((id) => ({ id, label: t(`news.console.state.${id}`) })),
      of: ({ state }) => state,
    },
  ]
  return (
    <Table
      name="news"
      title={t('news.console.title')}
      read={read}
      rows={rows}
      paging={pagingOf(read.data, (next) => call(listWritten, { query: from(place, next) }))}
      columns={columns}
      filters={filters}
      keyOf={({ id }) => id}
      sortedBy="-at"
      empty={t('news.console.empty')}
      note={t('news.console.note')}
      actions={
        isSupport && (
          <>
            <a className="desk-button bg-brand text-on-brand" href={hrefOf('news', [WRITE, 'notice'])}>
              {t('news.console.newNotice')}
            </a>
            <a className="desk-button bg-sunk text-ink" href={hrefOf('news', [WRITE, 'article'])}>
              {t('news.console.newArticle')}
            </a>
          </>
        )
      }
      detail={(row) => <WrittenPane key={row.id} row={row} rows={rows ?? []} isSupport={isSupport} />}
    />
  )
}

const languagesOf = (words: WrittenView['words']): Lang[] => LANGS.filter((lang) => words[lang] !== undefined)

function WrittenPane({
  row,
  rows,
  isSupport,
}: {
  row: WrittenView
  rows: readonly WrittenView[]
  isSupport: boolean
}) {
  const t = useT()
  const f = useFormat()
  const [lang, setLang] = useState<Lang>('ja')
  const { id, kind, state, words, newsId, corrects, publishedAt, by, issues, sha256 } = row
  const corrected = rows.find((each) => each.newsId !== null && each.newsId === corrects)
  const languages = languagesOf(words)
  return (
    <Pane
      label={row.title}
      head={<h2 className="text-2 font-strong">{row.title}</h2>}
      foot={
        isSupport && newsId !== null ? (
          <a
            className="desk-button w-full bg-sunk text-ink"
            href={hrefOf('news', [WRITE, kind], { corrects: newsId })}
          >
            {t('news.console.correct')}
          </a>
        ) : undefined
      }
    >
      <PaneSection>
        <Facts
          rows={[
            [t('news.console.kind'), t(`news.console.kind.${kind}`)],
            [
              t('news.console.state'),
              <>
                {t(`news.console.state.${state}`)}
                {publishedAt !== null && ` ${f.moment(publishedAt)}`}
              </>,
            ],
            [t('news.console.by'), t('news.console.support', { number: String(by) })],
            ...(issues.length === 0 ? [] : [[t('news.console.issuesShort'), issues.join(' ')] as const]),
            ...(corrected === undefined ? [] : [[t('news.console.corrects'), corrected.title] as const]),
            [
              'SHA-256',
              <span key="hash" className="font-code text-1">
                {sha256.slice(0, 16)}…
              </span>,
            ],
          ]}
        />
      </PaneSection>
      <PaneSection title={t('news.console.preview')}>
        <div role="group" aria-label={t('news.console.languages')} className="flex flex-wrap gap-1 pb-2">
          {languages.map((each) => (
            <DeskButton key={each} pressed={each === lang} onPress={() => setLang(each)}>
              {LANG_NAMES[each]}
            </DeskButton>
          ))}
        </div>
        <PhonePreview
          kind={kind}
          lang={lang}
          words={words[lang] ?? words.ja!}
          issues={issues}
          corrects={corrected?.title ?? null}
        />
      </PaneSection>
      {state === 'draft' && (
        <Decision
          subject={id}
          onDone={() => refresh(listWritten)}
          choices={[
            {
              power: WRITTEN[kind],
              body: { sha256 },
              label: t('news.console.publish'),
              confirm: t('news.console.publishAsk', { languages: languages.length }),
            },
          ]}
        />
      )}
    </Pane>
  )
}
