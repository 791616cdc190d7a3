import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Figure } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { getCreditScore, type CreditView } from '../contract.ts'
import { CREDIT_POINTS, HISTORY_DAYS, ITEM_MOST, LOOKBACK_DAYS } from '../model/credit-score.ts'
import { useFresh } from './use-fresh.ts'

/** The score as the sum that it is: each item with its points, what they come from, and the rule. */
export function CreditScorePage() {
  const t = useT()
  const read = useRead(getCreditScore, {})
  useFresh(getCreditScore)
  return (
    <Page
      nav={<NavigationBar title={t('loans.score.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={10} />}>
        {(view) => <Score view={view} />}
      </Loaded>
    </Page>
  )
}

function Score({ view }: { view: CreditView }) {
  const t = useT()
  const f = useFormat()
  const words = useWords(view.facts)
  const rules = useRules()
  return (
    <>
      <Section first>
        <p className="flex items-baseline gap-2">
          <Figure size={4}>{f.quantity(view.score)}</Figure>
          <span className="text-2 text-grey-1">/ {f.quantity(view.most)}</span>
        </p>
        <div className="my-2 h-2 overflow-hidden rounded-round bg-sunk" aria-hidden>
          <div
            className="h-full rounded-round bg-brand"
            style={{ width: `${(view.score / view.most) * 100}%` }}
          />
        </div>
        <p className="text-1 text-grey-1">{t('loans.score.note')}</p>
      </Section>
      <Section flush>
        {view.items.map(({ item, points, most }) => (
          <div key={item} className="hairline px-gutter py-3">
            <div className="flex items-baseline justify-between gap-3">
              <h2 className="text-2 font-strong">{t(`loans.score.item.${item}`)}</h2>
              <span className="text-2 font-strong whitespace-nowrap">
                {f.quantity(points)}
                <span className="font-regular text-grey-1"> / {f.quantity(most)}</span>
              </span>
            </div>
            <div className="my-1.5 h-1 overflow-hidden rounded-round bg-sunk" aria-hidden>
              <div className="h-full rounded-round bg-brand" style={{ width: `${(points / most) * 100}%` }} />
            </div>
            <p className="text-2">{words[item]}</p>
            <p className="text-1 text-grey-1">{rules[item]}</p>
          </div>
        ))}
      </Section>
      <Section flush>
        <MenuRow label={t('loans.title')} href={paths.financing()} />
        <MenuRow label={t('loans.score.record')} href={paths.operatorActs()} />
      </Section>
    </>
  )
}

type Words = Record<CreditView['items'][number]['item'], string>

/** The way each item is counted, with the rule's own figures. */
function useRules(): Words {
  const t = useT()
  const { onTime, late, unmetCall, openCall, shortfallDay, openShortfall } = CREDIT_POINTS
  const most = ITEM_MOST
  return {
    identity: t('loans.score.rule.identity', { most }),
    history: t('loans.score.rule.history', { most, days: HISTORY_DAYS }),
    repayments: t('loans.score.rule.repayments', { most, onTime, late }),
    calls: t('loans.score.rule.calls', { most, days: LOOKBACK_DAYS, unmetCall, openCall }),
    shortfalls: t('loans.score.rule.shortfalls', { most, days: LOOKBACK_DAYS, shortfallDay, openShortfall }),
  }
}

/** The source of each item's points. */
function useWords(facts: CreditView['facts']): Words {
  const t = useT()
  const { isVerified, days, onTime, late, unmetCalls, hasOpenCall, shortfallDays, hasShortfall } = facts
  return {
    identity: t(isVerified ? 'loans.score.fact.verified' : 'loans.score.fact.unverified'),
    history: t('loans.score.fact.history', { days }),
    repayments: t('loans.score.fact.repayments', { onTime, late }),
    calls: `${t('loans.score.fact.calls', { count: unmetCalls })}${hasOpenCall ? ` ${t('loans.score.fact.openCall')}` : ''}`,
    shortfalls: `${t('loans.score.fact.shortfalls', { count: shortfallDays })}${hasShortfall ? ` ${t('loans.score.fact.openShortfall')}` : ''}`,
  }
}
