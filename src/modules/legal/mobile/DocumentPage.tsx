import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { getDocument, listDocuments, type DocumentView } from '#modules/legal/contract.ts'
import { STATUS } from '#wire/envelope.ts'
import { BlockView } from '#ui/BlockView.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { blocksOf } from '../model/text.ts'
import { CommissionNow, QUOTE_COMMISSION } from './CommissionNow.tsx'

/** One document in the reader's language, with its version, its hash and its older versions. */
export function DocumentPage({ document, version }: { document: string; version: number | undefined }) {
  const t = useT()
  const read = useRead(
    getDocument,
    { params: { document }, query: version === undefined ? {} : { version: String(version) } },
    { quiet: true },
  )
  const isUnknown = read.error?.code === STATUS.notFound
  return (
    <Page
      nav={<NavigationBar title={t('legal.list.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      {isUnknown && (
        <Empty title={t('legal.unknown')} action={{ label: t('legal.list.all'), href: paths.webview() }} />
      )}
      {!isUnknown && (
        <Loaded read={read} skeleton={<Skeleton kind="lines" rows={12} />}>
          {(shown) => (
            <>
              {shown.version < shown.newestVersion && (
                <Notice tone="warn" title={t('legal.old')} href={paths.webview({ document })} />
              )}
              <Section>
                <Head document={shown} />
                {QUOTE_COMMISSION.has(shown.id) && <CommissionNow />}
                {blocksOf(shown.text).map((block) => (
                  <BlockView key={JSON.stringify(block)} block={block} />
                ))}
              </Section>
              {shown.newestVersion > 1 && <Versions document={shown} />}
              <Section>
                <p className="text-1 text-grey-1">{t('legal.hash')}</p>
                <p className="text-1 text-grey-1 font-code break-all">{shown.sha256}</p>
              </Section>
              <Section flush>
                <MenuRow label={t('legal.list.all')} href={paths.webview()} />
              </Section>
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}

function Head({ document }: { document: DocumentView }) {
  const t = useT()
  const f = useFormat()
  return (
    <>
      <h2 className="text-3 font-strong pt-1">{document.title}</h2>
      <p className="text-1 text-grey-1 pb-1">
        {t('legal.version', { version: document.version, from: f.day(document.inForceFrom) })}
      </p>
    </>
  )
}

function Versions({ document: { id } }: { document: DocumentView }) {
  const t = useT()
  const f = useFormat()
  const versions = useRead(listDocuments, {}).data?.find((each) => each.id === id)?.versions ?? []
  return (
    <Section flush>
      <SectionHead flush title={t('legal.versions')} />
      {versions.map(({ version, inForceFrom }) => (
        <MenuRow
          key={version}
          label={t('legal.version', { version, from: f.day(inForceFrom) })}
          href={paths.webview({ document: id, version })}
        />
      ))}
    </Section>
  )
}
