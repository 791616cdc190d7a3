import { IconInfoCircle, IconShieldCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TermName } from '#client/help.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { tenthsOf, yenOf } from '#kernel/price.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Notice } from '#ui/Notice.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import type { IpoApplication, OfferingView } from '../contract.ts'
import { offerPrice, TOP_AT_TIMES } from '../model/offer-price.ts'
import { marketPair } from './labels.ts'
import { StandTag } from './OfferingCard.tsx'

/**
 * Name, where it stands, and the price: the band, or what was set; of a win the shares and what they cost.
 */
export function Head({ offering, mine }: { offering: OfferingView; mine: IpoApplication | null }) {
  const t = useT()
  const f = useFormat()
  const [market, at] = marketPair(t, f, offering)
  const won = mine !== null && (mine.status === 'won' || mine.status === 'approved')
  return (
    <Section first>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="min-w-0 text-3 font-strong">{offering.name}</h2>
        <span className="text-1 text-grey-1">{offering.code}</span>
        <span className="grow" />
        <StandTag offering={offering} />
      </div>
      {won ? (
        <p className="pt-1">
          <Figure size={4}>{f.shares(mine.winningQuantity)}</Figure>
          <span className="pl-2 text-2 whitespace-nowrap">× {f.money(mine.offerPrice)}</span>
        </p>
      ) : (
        <p className="pt-1">
          <span className="block text-1 text-grey-1">
            {t(offering.offerPrice === null ? 'ipo.band' : 'ipo.offerPrice')}
          </span>
          <Figure size={4} unit={t('ui.yen')}>
            {offering.offerPrice === null
              ? t('ipo.fromTo', { from: f.price(offering.bandLow), to: f.price(offering.bandHigh) })
              : f.price(offering.offerPrice)}
          </Figure>
        </p>
      )}
      {(offering.marketPrice ?? offering.quotedPrice) !== null && (
        <DefinitionList>
          <DefinitionRow label={market} strong>
            {at}
          </DefinitionRow>
        </DefinitionList>
      )}
    </Section>
  )
}

/** The outcome of the application, with its figures. */
export function MyApplication({ mine }: { mine: IpoApplication }) {
  const t = useT()
  const f = useFormat()
  const rows: [label: string, figure: ReactNode, strong?: boolean, term?: TermName][] = []
  const { status } = mine
  if (status === 'won') {
    rows.push(
      [t('ipo.payable'), f.money(mine.amountPayable)],
      [t('ipo.heldFor'), f.signedMoney(0 - mine.held)],
      [t('ipo.prepare'), f.money(mine.amountPayable - mine.held), true],
    )
    if (mine.confirmBy !== null) rows.push([t('ipo.confirmBy'), f.dateTime(mine.confirmBy)])
  } else if (status === 'approved') {
    rows.push(
      [t('ipo.payable'), f.money(mine.amountPayable)],
      [t('ipo.paid'), f.money(mine.amountPaid), true],
      [t('ipo.subscribed'), f.shares(mine.subscribedShares)],
      [t('ipo.lots'), f.quantity(mine.lots)],
    )
  } else {
    rows.push(
      [t('ipo.ticket'), mine.ticket],
      [t('ipo.quantity'), f.shares(mine.applicationQuantity)],
      [t('ipo.held'), f.money(mine.held), true, 'ipoHold'],
    )
    if (mine.place !== null)
      rows.push([t('ipo.place'), t('ipo.placeOf', { n: mine.place }), false, 'waitingList'])
  }
  return (
    <>
      <Section>
        <SectionHead title={t('ipo.mine')} note={f.dateTime(mine.appliedAt)} />
        <DefinitionList>
          {rows.map(([label, figure, strong, term]) => (
            <DefinitionRow key={label} term={term} label={label} strong={strong ?? false}>
              {figure}
            </DefinitionRow>
          ))}
        </DefinitionList>
        {mine.place !== null && <p className="pt-1 text-1 text-grey-1">{t('ipo.placeNote')}</p>}
      </Section>
      {status === 'won' && (
        <div className="mt-band">
          <Notice icon={<IconInfoCircle {...ICON_S} />} title={t('ipo.noMore')} />
        </div>
      )}
    </>
  )
}

/** The result of the draw for this member, and the way to recompute it. */
export function MyDraw({
  offering: { id, book, publicUnits },
  mine,
}: {
  offering: OfferingView
  mine: IpoApplication
}) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <SectionHead title={t('ipo.draw')} />
      <DefinitionList>
        <DefinitionRow label={t('ipo.draw.ratio')}>
          {f.quantity(book.units)} / {f.quantity(publicUnits)}
        </DefinitionRow>
        <DefinitionRow label={t('ipo.ticket')}>{mine.ticket}</DefinitionRow>
        {mine.drawPlace !== null && (
          <DefinitionRow label={t('ipo.draw.place')} strong>
            {t('ipo.placeOf', { n: mine.drawPlace })}
          </DefinitionRow>
        )}
      </DefinitionList>
      <div className="flex pt-2">
        <Button kind="secondary" href={paths.drawCheck({ id, application: mine.id })}>
          <IconShieldCheck {...ICON_S} />
          {t('ipo.check')}
        </Button>
      </div>
      <p className="pt-1 text-center text-1 text-grey-1">{t('ipo.check.note')}</p>
    </Section>
  )
}

/** The demand so far, and the price that the published rule makes of it. */
export function Book({ offering }: { offering: OfferingView }) {
  const t = useT()
  const f = useFormat()
  const { book, publicUnits, bandLow, bandHigh, status } = offering
  const times = f.number(book.units / publicUnits, 2)
  const now = offerPrice({
    bandLowTenths: tenthsOf(bandLow),
    bandHighTenths: tenthsOf(bandHigh),
    offeredUnits: publicUnits,
    wantedUnits: book.units,
  })
  return (
    <Section>
      <SectionHead title={t('ipo.book')} />
      <DefinitionList>
        <DefinitionRow label={t('ipo.book.applications')}>{f.quantity(book.applications)}</DefinitionRow>
        <DefinitionRow label={t('ipo.book.units')}>{t('ipo.unitsOf', { n: book.units })}</DefinitionRow>
        <DefinitionRow label={t('ipo.book.offered')}>{t('ipo.unitsOf', { n: publicUnits })}</DefinitionRow>
        <DefinitionRow term="bookTimes" label={t('ipo.book.times')}>
          {t('ipo.book.timesOf', { times })}
        </DefinitionRow>
        {status === 'open' && (
          <DefinitionRow term="offerPrice" label={t('ipo.rule.now')} strong>
            {f.money(yenOf(now))}
          </DefinitionRow>
        )}
      </DefinitionList>
      <p className="pt-1 text-1 text-grey-1">{t('ipo.book.note')}</p>
      <h3 className="pt-3 pb-1 text-2 font-strong">{t('ipo.rule')}</h3>
      <p className="text-2 text-grey-1">{t('ipo.rule.text', { times: String(TOP_AT_TIMES) })}</p>
    </Section>
  )
}

/** The published terms. */
export function Terms({ offering }: { offering: OfferingView }) {
  const t = useT()
  const f = useFormat()
  const rows: [label: string, figure: string, term?: TermName][] = [
    [
      t('ipo.band'),
      t('ipo.fromTo', { from: f.price(offering.bandLow), to: f.money(offering.bandHigh) }),
      'band',
    ],
    [t('ipo.referencePrice'), f.money(offering.referencePrice)],
    [t('ipo.publicQuantity'), f.shares(offering.publicQuantity)],
    [t('ipo.perMember'), t('ipo.unitsOf', { n: offering.perMemberUnits })],
    [t('ipo.subscriptionStart'), f.dateTime(offering.opensAt)],
    [t('ipo.drawOn'), f.date(offering.drawOn)],
    [t('ipo.issueOn'), f.date(offering.issueOn)],
    [t('ipo.sharesOutstanding'), f.shares(offering.sharesOutstanding)],
    [t('ipo.segment'), t(`ipo.segment.${offering.segment}`)],
    [t('ipo.sector'), offering.sector],
  ]
  return (
    <Section>
      <SectionHead title={t('ipo.terms')} />
      <DefinitionList>
        {rows.map(([label, figure, term]) => (
          <DefinitionRow key={label} term={term} label={label}>
            {figure}
          </DefinitionRow>
        ))}
      </DefinitionList>
    </Section>
  )
}
