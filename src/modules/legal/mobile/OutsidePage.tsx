import { IconExternalLink } from '@tabler/icons-react'
import { useT } from '#client/texts.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { ICON_S } from '#ui/icon.ts'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { OUTSIDE_PAGES, type OutsidePage as Name } from '../model/outside.ts'

/**
 * Before the app is left: whose page, at which address. It opens in a window of its own that cannot reach
 * back and is told nothing.
 */
export function OutsidePage({ name }: { name: Name }) {
  const t = useT()
  const address = OUTSIDE_PAGES[name]
  return (
    <Page nav={<NavigationBar title={t('legal.outside.title')} />}>
      <Section>
        <p className="text-2 pb-2">{t('legal.outside.lead')}</p>
        <DefinitionList>
          <DefinitionRow label={t('legal.outside.whose')}>{t(`legal.outside.${name}`)}</DefinitionRow>
          <DefinitionRow label={t('legal.outside.address')}>
            <span className="break-all">{address}</span>
          </DefinitionRow>
        </DefinitionList>
        <a
          className="mt-4 flex min-h-control w-full items-center justify-center gap-2 rounded-1 bg-brand px-3 py-1 text-3 font-strong text-on-brand"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          referrerPolicy="no-referrer"
        >
          {t('legal.outside.open')}
          <IconExternalLink {...ICON_S} />
        </a>
      </Section>
    </Page>
  )
}
