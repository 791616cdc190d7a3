import type { DateJst } from '#kernel/time.ts'
import { useState } from 'react'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useMe } from '#console/kit/act.ts'
import { hrefOf, useAddress } from '#console/kit/address.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { Decision } from '#console/kit/Decision.tsx'
import type { PageProps } from '#console/kit/pages.ts'
import { PaneSection } from '#console/kit/Pane.tsx'
import { Table, type Column } from '#console/kit/Table.tsx'
import { listApprovals } from '#modules/staff/operator-contract.ts'
import { LANG_NAMES, LANGS, type Lang } from '#i18n/lang.ts'
import { BlockView } from '#ui/BlockView.tsx'
import { listDeskDocuments, type DeskDocument, type DraftView } from '../operator-contract.ts'
import { blocksOf, titleOf } from '../model/text.ts'
import { DocumentEditor } from './DocumentEditor.tsx'

const TONES = { draft: 'warn', published: 'ok', overtaken: 'grey' } as const

/**
 * The firm's documents; beside them the texts that were prepared, to be read and signed.
 * `/console/documents/<document>`: the next version's editor.
 */
export default function DocumentsDeskPage({ rest: [edited] }: PageProps) {
  const t = useT()
  const f = useFormat()
  const { query } = useAddress()
  const read = useRead(listDeskDocuments, {}, { poll: 'deskQueue' })
  const { documents, figures = {}, nextDay = '' } = read.data ?? {}
  const isEdited = documents?.find(({ id }) => id === edited)
  if (isEdited !== undefined)
    return <DocumentEditor key={isEdited.id} document={isEdited} figures={Object.keys(figures)} />

  const columns: Column<DeskDocument>[] = [
    {
      id: 'title',
      head: t('legal.console.document'),
      wraps: true,
      cell: ({ title }) => title,
      value: ({ title }) => title,
    },
    {
      id: 'version',
      head: t('legal.console.version'),
      align: 'end',
      cell: ({ version }) => version,
      value: ({ version }) => version,
    },
    {
      id: 'from',
      head: t('legal.console.from'),
      cell: ({ inForceFrom, isInForce }) => (
        <>
          {f.day(inForceFrom)}
          {!isInForce && (
            <>
              {' '}
              <Mark tone="warn">{t('legal.console.notYet')}</Mark>
            </>
          )}
        </>
      ),
      value: ({ inForceFrom }) => inForceFrom,
    },
    {
      id: 'consent',
      head: t('legal.console.consent'),
      cell: ({ asksConsent }) => t(asksConsent ? 'legal.console.consent.asked' : 'legal.console.consent.not'),
      value: ({ asksConsent }) => String(asksConsent),
    },
    { id: 'drafts', head: t('legal.console.drafts'), align: 'end', cell: waiting, value: waiting },
  ]
  return (
    <Table
      name="documents"
      title={t('legal.console.title')}
      read={read}
      rows={documents}
      columns={columns}
      keyOf={({ id }) => id}
      sortedBy=""
      wide={query.at !== undefined}
      empty={t('legal.console.empty')}
      note={t('legal.console.note')}
      detail={(row) => <DocumentPane key={row.id} document={row} nextDay={nextDay} />}
    />
  )
}

const waiting = ({ drafts }: DeskDocument): number => drafts.filter(({ state }) => state === 'draft').length

function DocumentPane({ document, nextDay }: { document: DeskDocument; nextDay: DateJst }) {
  const t = useT()
  const me = useMe()
  return (
    <div className="min-h-0 overflow-auto bg-surface">
      <div className="flex items-center justify-between border-b border-grey-3 px-4 py-2">
        <h2 className="text-3 font-strong">{document.title}</h2>
        {me?.roles.includes('administrator') === true && (
          <a className="desk-button bg-brand text-on-brand" href={hrefOf('documents', [document.id])}>
            {t('legal.console.prepare')}
          </a>
        )}
      </div>
      {document.drafts.map((draft) => (
        <Draft key={draft.id} draft={draft} nextDay={nextDay} />
      ))}
      {document.drafts.length === 0 && (
        <PaneSection title={t('legal.console.drafts')}>
          <p className="text-1 text-grey-1">{t('legal.console.noDrafts')}</p>
        </PaneSection>
      )}
      <PaneSection title={t('legal.console.now')}>
        <Texts texts={document.texts} />
      </PaneSection>
    </div>
  )
}

/**
 * A prepared text whole, its hash, and the signatures under it. A request about other words of the same
 * version is not shown here.
 */
function Draft({ draft, nextDay }: { draft: DraftView; nextDay: DateJst }) {
  const t = useT()
  const f = useFormat()
  const me = useMe()
  const asked = useRead(
    listApprovals,
    { query: { subject: draft.name } },
    { poll: 'deskQueue', quiet: true },
  ).data?.find(({ status }) => status === 'open')
  const isAsked = asked?.body.draft === draft.id
  return (
    <>
      <PaneSection
        title={draft.name}
        note={`${t('legal.console.preparedBy', { number: String(draft.by) })} ${f.moment(draft.at)}`}
      >
        <p className="flex items-center gap-2 pb-2">
          <Mark tone={TONES[draft.state]}>{t(`legal.console.state.${draft.state}`)}</Mark>
          {draft.inForceFrom !== null && (
            <span className="text-1 text-grey-1">
              {t('legal.console.from')} {f.day(draft.inForceFrom)}
            </span>
          )}
        </p>
        <Texts texts={draft.texts} />
        <p className="pt-2 text-1 text-grey-1">
          {t('legal.console.hash')} <span className="font-code break-all">{draft.sha256}</span>
        </p>
      </PaneSection>
      {draft.state === 'draft' && (asked === undefined || isAsked) && (
        <Decision
          subject={draft.name}
          onDone={() => refresh(listDeskDocuments)}
          choices={[
            {
              power: 'document.publish',
              body: { draft: draft.id, sha256: draft.sha256 },
              label: t('legal.console.publish', { name: draft.name }),
              confirm: t('legal.console.publishAsk', { from: f.day(nextDay) }),
              hindrance:
                me?.roles.includes('auditor') === true && !isAsked ? t('legal.console.auditorSecond') : null,
            },
          ]}
        />
      )}
    </>
  )
}

/** The texts of a version as a member reads them, or letter by letter as they are hashed and signed. */
function Texts({ texts }: { texts: DraftView['texts'] }) {
  const t = useT()
  const [isSource, setIsSource] = useState(false)
  const [lang, setLang] = useState<Lang>('ja')
  return (
    <>
      <div role="group" aria-label={t('legal.console.language')} className="flex flex-wrap gap-1 pb-2">
        {LANGS.map((each) => (
          <DeskButton key={each} pressed={each === lang} onPress={() => setLang(each)}>
            {LANG_NAMES[each]}
          </DeskButton>
        ))}
        <span className="ml-auto">
          <DeskButton pressed={isSource} onPress={() => setIsSource(!isSource)}>
            {t('legal.console.source')}
          </DeskButton>
        </span>
      </div>
      <div
        className="max-h-80 overflow-auto rounded-1 bg-page p-3"
        lang={lang}
        tabIndex={0}
        role="group"
        aria-label={LANG_NAMES[lang]}
      >
        {isSource ? (
          <pre className="font-code text-1 whitespace-pre-wrap">{texts[lang]}</pre>
        ) : (
          <>
            <h3 className="text-3 font-strong">{titleOf(texts[lang])}</h3>
            {blocksOf(texts[lang]).map((block) => (
              <BlockView key={JSON.stringify(block)} block={block} />
            ))}
          </>
        )}
      </div>
    </>
  )
}
