import { IconTicket } from '@tabler/icons-react'
import { useRead } from '#client/reads.ts'
import { useFormat, useLang, useT } from '#client/texts.ts'
import { yenOf } from '#kernel/price.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { listListings, type ListingView } from '../contract.ts'
import { byTime } from '../model/by-time.ts'
import type { Terms } from '../model/kinds.ts'

/** New listings that the house has published: what is ahead, and what is over. */
export function Offerings() {
  const t = useT()
  const read = useRead(listListings, { query: { kind: 'ipo' } })
  return (
    <Loaded read={read} skeleton={<Section flush><Skeleton kind="lines" rows={6} /></Section>} title={t('listings.offerings.cannotLoad')}>
      {(listings) => {
        const { ahead, past } = byTime(listings)
        return (
          <>
            {ahead.length === 0 && (
              <Empty icon={<IconTicket stroke={1.75} className="size-8" aria-hidden />} title={t('listings.offerings.none')} note={t('listings.offerings.noneNote')} />
            )}
            <Group title={t('listings.offerings.ahead')} listings={ahead} />
            <Group title={t('listings.offerings.past')} listings={past} />
          </>
        )
      }}
    </Loaded>
  )
}

function Group({ title, listings }: { title: string; listings: readonly ListingView[] }) {
  if (listings.length === 0) return null
  return (
    <Section>
      <SectionHead title={title} />
      {listings.map((listing) => <Offering key={listing.id} listing={listing} />)}
    </Section>
  )
}

/** The terms as they were signed; what may be done with them is not here yet, and it says so. */
function Offering({ listing: { terms, status, opensAt, closesAt, voided } }: { listing: ListingView }) {
  const t = useT()
  const f = useFormat()
  const lang = useLang()
  const { names, code, bandLowTenths, bandHighTenths, publicUnits, drawOn, issueOn } = terms as unknown as Terms<'ipo'>
  return (
    <article className="border-t border-grey-3 py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-2 pb-1">
        <h3 className="min-w-0 text-2 font-strong">{names[lang]}</h3>
        <span className="text-1 text-grey-1">{code}</span>
        <span className="grow" />
        <Tag tone={status === 'open' ? 'ok' : status === 'void' ? 'warn' : 'grey'}>{t(`listings.status.${status}`)}</Tag>
      </div>
      {voided !== null && <p className="pb-1 text-1 text-grey-1">{voided.words}</p>}
      <DefinitionList>
        <DefinitionRow label={t('listings.offerings.band')}>{t('listings.offerings.fromTo', { from: f.price(yenOf(bandLowTenths)), to: f.price(yenOf(bandHighTenths)) })}</DefinitionRow>
        <DefinitionRow label={t('listings.offerings.window')}>{t('listings.offerings.fromTo', { from: f.dateTime(opensAt), to: f.dateTime(closesAt) })}</DefinitionRow>
        <DefinitionRow label={t('listings.offerings.units')}>{f.quantity(publicUnits)}</DefinitionRow>
        <DefinitionRow label={t('listings.offerings.draw')}>{f.date(drawOn)}</DefinitionRow>
        <DefinitionRow label={t('listings.offerings.issue')}>{f.date(issueOn)}</DefinitionRow>
      </DefinitionList>
      {(status === 'open' || status === 'published') && <p className="pt-1 text-1 text-grey-1">{t('listings.offerings.notYet')}</p>}
    </article>
  )
}
