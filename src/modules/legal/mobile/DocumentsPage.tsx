import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { listDocuments } from '#modules/legal/contract.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FIRM_PAGE, OUTSIDE_NAMES } from '../model/outside.ts'

/** All documents with the day from which they apply, and the outside pages that the app knows. */
export function DocumentsPage() {
  const t = useT()
  const f = useFormat()
  const read = useRead(listDocuments, {})
  return (
    <Page
      nav={<NavigationBar title={t('legal.list.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Section>
        <p className="text-2 text-grey-1">{t('legal.list.lead')}</p>
      </Section>
      <Section flush>
        <MenuRow label={t('legal.firmTitle')} href={paths.webview({ page: FIRM_PAGE })} />
      </Section>
      <Section flush>
        <Loaded read={read} skeleton={<Skeleton kind="lines" rows={8} />}>
          {(documents) =>
            documents.map(({ id, title, versions: [newest] }) => (
              <MenuRow
                key={id}
                label={title}
                value={f.day(newest!.inForceFrom)}
                href={paths.webview({ document: id })}
              />
            ))
          }
        </Loaded>
      </Section>
      <Section flush>
        <SectionHead flush title={t('legal.outside.title')} />
        {OUTSIDE_NAMES.map((name) => (
          <MenuRow key={name} label={t(`legal.outside.${name}`)} href={paths.webview({ page: name })} />
        ))}
      </Section>
    </Page>
  )
}
