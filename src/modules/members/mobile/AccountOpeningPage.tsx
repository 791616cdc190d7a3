import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { listDocuments } from '#modules/legal/contract.ts'
import { getTax } from '#modules/tax/contract.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { getAccountOpening, getIdentity, giveConsents, type AccountOpening } from '../contract.ts'

const NOT_OFFERED = ['nisa', 'oddLots', 'pts'] as const

/**
 * Everything that an account is opened with: who, what for, how taxed, what was agreed to; and what is not
 * offered.
 */
export default function AccountOpeningPage(_: ScreenProps<'accountOpening'>) {
  const t = useT()
  const read = useRead(getAccountOpening, {})
  const tax = useRead(getTax, {}, { quiet: true })
  return (
    <Page
      nav={<NavigationBar title={t('members.account.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Loaded read={read} skeleton={<Skeleton kind="menu" rows={8} />}>
        {(opening) => (
          <>
            <Section flush>
              <MenuRow
                label={t('members.identity.title')}
                value={t(
                  opening.factsMissing
                    ? 'members.account.todo'
                    : `members.account.identity.${opening.identity}`,
                )}
                href={paths.realName()}
              />
              <MenuRow
                label={t('members.account.profile')}
                value={t(opening.profile === null ? 'members.account.todo' : 'members.account.done')}
                href={paths.investorProfile()}
              />
              <MenuRow
                label={t('members.account.tax')}
                value={tax.data && t(`tax.account.${tax.data.account}`)}
                href={paths.tax()}
              />
              <MenuRow label={t('members.level.title')} href={paths.level()} />
            </Section>
            <Documents documents={opening.documents} />
            <NotOffered />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Documents({ documents }: { documents: AccountOpening['documents'] }) {
  const t = useT()
  const f = useFormat()
  const titles = useRead(listDocuments, {}).data ?? []
  const write = useWrite(giveConsents, { refreshes: [getAccountOpening, getIdentity] })
  const missing = documents.filter(({ version, agreedVersion }) => agreedVersion !== version)
  async function agree() {
    const yes = await confirm({
      title: t('members.account.agree'),
      body: t('members.account.agreeBody', { count: missing.length }),
    })
    if (yes)
      await write.run({
        input: { consents: missing.map(({ document, version }) => ({ document, version })) },
      })
  }
  return (
    <Section flush>
      <SectionHead flush title={t('members.account.documents')} />
      {documents.map(({ document, version, margin, agreedVersion, agreedAt }) => (
        <Row key={document} href={paths.webview({ document, version })} className="py-2">
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-x-2 text-2">
              {titles.find((each) => each.id === document)?.title ?? document}
              {margin && <Tag tone="grey">{t('members.account.margin')}</Tag>}
            </span>
            <span className="block text-1 text-grey-1">
              {agreedVersion === version
                ? t('members.account.agreed', { version, at: f.dateTime(agreedAt) })
                : t('members.account.notAgreed', { version })}
            </span>
          </span>
        </Row>
      ))}
      {missing.length > 0 && (
        <div className="flex px-gutter py-3">
          <Button kind="secondary" size="s" state={write.state} onPress={() => void agree()}>
            {t('members.account.agree')}
          </Button>
        </div>
      )}
    </Section>
  )
}

/** Product decision 2: said where people look for them. */
function NotOffered() {
  const t = useT()
  return (
    <Section flush>
      <SectionHead flush title={t('members.account.notOffered')} />
      {NOT_OFFERED.map((each) => (
        <Row key={each} className="justify-between gap-3 py-2 pr-4 text-2">
          {t(`members.notOffered.${each}`)}
          <span className="shrink-0 text-grey-1">{t('members.notOffered.no')}</span>
        </Row>
      ))}
    </Section>
  )
}
