import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { getFirm } from '#modules/legal/contract.ts'
import { STATUS } from '#wire/envelope.ts'
import { BlockView } from '#ui/BlockView.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { blocksOf } from '../model/text.ts'

/** The firm: registration, address, the account for deposits and its changes, and where to complain. */
export function FirmPage() {
  const t = useT()
  const read = useRead(getFirm, {}, { quiet: true })
  return (
    <Page
      nav={<NavigationBar title={t('legal.firmTitle')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      {read.error?.code === STATUS.notFound ? (
        <Empty title={t('legal.unknown')} action={{ label: t('legal.list.all'), href: paths.webview() }} />
      ) : (
        <Loaded read={read} skeleton={<Skeleton kind="lines" rows={12} />}>
          {({ name, text }) => (
            <>
              <Section>
                <h2 className="text-3 font-strong pt-1">{name}</h2>
                {blocksOf(text).map((block) => (
                  <BlockView key={JSON.stringify(block)} block={block} />
                ))}
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
